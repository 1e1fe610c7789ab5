"""The container files: nothing here runs a container, so what they say is held against the rest."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from ipaddress import ip_address, ip_network
from typing import Any

import click
import pytest
import yaml

from parlour.cli import VERBS, main
from parlour.hall.operating.config import Config
from parlour.hall.serve_verb import serve
from parlour.hall.server import GOODBYE_TIMEOUT, RESPONSE_TIMEOUT
from tests import ROOT

READ = {str(option.envvar) for option in serve.params if isinstance(option, click.Option)} | {
    "PARLOUR_DATA",
    "PARLOUR_DATABASE_PASSWORD_FILE",
    "PARLOUR_METRICS_TOKEN_FILE",
}
"""The variables that a hall reads."""


def instructions() -> list[tuple[str, str]]:
    """The steps of the Dockerfile, with their continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.M)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [(word, rest.strip()) for word, _, rest in (ln.partition(" ") for ln in lines) if word]


STEPS = instructions()
LAST = max(number for number, (word, _) in enumerate(STEPS) if word == "FROM")
IMAGE = STEPS[LAST:]
"""What becomes the image: the last stage."""


def said(word: str) -> str:
    (found,) = [rest for step, rest in IMAGE if step == word]
    return found


def variables() -> dict[str, str]:
    pairs = (part.partition("=") for part in shlex.split(said("ENV")))
    return {name: value for name, _, value in pairs}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return compose()["services"]


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


# ---- the image ----------------------------------------------------------------------------------


def test_the_image_runs_a_command_that_there_is():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    (program,), (verb,) = json.loads(said("ENTRYPOINT")), json.loads(said("CMD"))
    assert program in scripts
    assert verb in VERBS
    assert main.get_command(click.Context(main), verb) is serve


def test_the_image_runs_as_an_unprivileged_user_who_owns_the_data():
    user, group = map(int, said("USER").split(":"))
    assert user > 0
    assert group > 0
    made = " ".join(rest for word, rest in IMAGE if word == "RUN")
    assert f"--uid {user}" in made
    assert f"--gid {group}" in made
    data = variables()["PARLOUR_DATA"]
    assert f"--owner=parlour --group=parlour --mode=700 {data}" in made
    assert said("VOLUME") == said("WORKDIR") == data
    last = max(number for number, (word, _) in enumerate(IMAGE) if word in ("RUN", "COPY"))
    assert [word for word, _ in IMAGE].index("USER") > last, "nothing it runs is its own"


def test_the_image_sets_only_variables_that_are_read():
    found = variables()
    assert {name for name in found if name.startswith("PARLOUR_")} <= READ
    assert said("EXPOSE") == found["PARLOUR_PORT"] == str(Config().port)
    assert not [name for name in found if re.search("TOKEN|PASSWORD|SECRET", name)]


def test_the_image_is_healthy_when_the_hall_is_ready():
    check = said("HEALTHCHECK")
    program = json.loads(check[check.index("[") :])
    assert program[:2] == ["python", "-c"]
    compile(program[2], "the health check", "exec")
    assert "/readyz" in program[2]
    assert said("STOPSIGNAL") == "SIGTERM"


def test_what_is_copied_is_there_and_is_let_into_the_build():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    allowed = [line[1:] for line in ignored if line.startswith("!")]
    assert "*" in ignored, "nothing else gets in"
    for word, rest in STEPS[:LAST]:
        if word == "COPY":
            *sources, _ = rest.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                assert source.split("/")[0] in allowed, source


def test_the_locks_have_what_the_package_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    def locked(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
        return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.M))

    def names(wanted: list[str]) -> set[str]:
        return {re.split(r"[\[<>=!; ]", line)[0].lower().replace("_", "-") for line in wanted}

    hall, postgres = locked("hall"), locked("postgres")
    build, dev = locked("build"), locked("dev")
    extras = project["project"]["optional-dependencies"]
    base = names(project["project"]["dependencies"])
    assert base | names(extras["hall"]) <= set(hall)
    assert set(hall) | names(extras["postgres"]) - {"parlour"} <= set(postgres)
    assert names(project["build-system"]["requires"]) == set(build)
    for lock in (hall, postgres, build):
        assert {name: dev[name] for name in lock} == lock, "tested together: make lock"


# ---- the composition ----------------------------------------------------------------------------


def test_the_composition_sets_only_variables_that_are_read(services: dict[str, Any]):
    assert set(services["hall"]["environment"]) <= READ


def test_no_secret_is_written_down(services: dict[str, Any]):
    files = compose()["secrets"]
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    for service in services.values():
        for name, value in service["environment"].items():
            if name.endswith("_FILE"):
                secret = value.removeprefix("/run/secrets/")
                assert secret in service["secrets"]
                assert files[secret]["file"].startswith("./secrets/")
            else:
                assert not re.search("PASSWORD|TOKEN", name)
                assert not re.search(r"://[^/@]*:[^/@]*@", str(value))
    assert "/secrets/" in ignored


def test_the_hall_can_be_reached_by_the_proxy_of_this_machine_alone(services: dict[str, Any]):
    (port,) = services["hall"]["ports"]
    assert port == f"127.0.0.1:{Config().port}:{Config().port}"
    networks = compose()["networks"]
    (place,) = networks["outside"]["ipam"]["config"]
    proxy = services["hall"]["environment"]["PARLOUR_PROXY"]
    assert proxy == place["gateway"]
    assert ip_address(proxy) in ip_network(place["subnet"])
    Config("0.0.0.0", public="https://play.example.org", proxy=proxy).check()
    assert "ports" not in services["database"]
    assert services["database"]["networks"] == ["inside"]
    assert networks["inside"]["internal"] is True


def test_the_hall_has_no_powers_and_writes_to_its_volume_only(services: dict[str, Any]):
    hall = services["hall"]
    assert hall["read_only"] is True
    assert hall["cap_drop"] == ["ALL"]
    assert hall["security_opt"] == ["no-new-privileges:true"]
    assert [volume.split(":")[1] for volume in hall["volumes"]] == [variables()["PARLOUR_DATA"]]
    named = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert named == set(compose()["volumes"])


def test_everybody_has_the_time_to_stop_and_the_files_to_run(services: dict[str, Any]):
    hall = services["hall"]
    assert int(hall["stop_grace_period"].removesuffix("s")) > GOODBYE_TIMEOUT + RESPONSE_TIMEOUT + 1
    assert hall["ulimits"]["nofile"] > 2 * Config().sockets
    assert hall["depends_on"]["database"]["condition"] == "service_healthy"
    assert "healthcheck" in services["database"]


def test_both_agree_on_the_database(services: dict[str, Any]):
    address = services["hall"]["environment"]["PARLOUR_DATABASE"]
    kept = services["database"]["environment"]
    assert address == f"postgresql://{kept['POSTGRES_USER']}@database/{kept['POSTGRES_DB']}"
    assert set(services["hall"]["networks"]) & set(services["database"]["networks"])
