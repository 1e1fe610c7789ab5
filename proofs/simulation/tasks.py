"""Assigns tasks to simulated processes, so that they are cancelled when their process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any

Tasks = set[asyncio.Task[Any]]

current_tasks: ContextVar[Tasks | None] = ContextVar("tasks of this process", default=None)


def start_task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
    """A task factory: a new task belongs to the process of the task that starts it."""
    task = asyncio.Task(work, loop=loop, **more)
    context = more.get("context")
    tasks = (
        context[current_tasks]
        if context is not None and current_tasks in context
        else current_tasks.get()
    )
    if tasks is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    return task


def context_of(tasks: Tasks | None) -> Context:
    """A context in which new tasks belong to the process with these tasks, or to none."""
    context = copy_context()
    context.run(current_tasks.set, tasks)
    return context


def start_detached(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start a task that belongs to no process and survives the process that started it."""
    task = asyncio.get_running_loop().create_task(work, context=context_of(None))
    task.add_done_callback(
        lambda task: task.cancelled() or task.exception()
    )  # mark it as retrieved
    return task
