"""Training nets: self-play by the compiled rules, replay, distillation, export. Needs `torch`."""
