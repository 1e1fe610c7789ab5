# A hall in a container: docs/operating.md. The first stage compiles, the second one runs.

FROM python:3.11-slim-bookworm AS build

# Versions follow Debian's security updates.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PARLOUR_COMPILE=must
WORKDIR /build
COPY requirements/postgres.lock requirements/build.lock requirements/
RUN python -m venv /opt/tools \
    && /opt/tools/bin/pip install --require-hashes --requirement requirements/build.lock \
    && python -m venv /opt/parlour \
    && /opt/parlour/bin/pip install --require-hashes --requirement requirements/postgres.lock
COPY pyproject.toml setup.py MANIFEST.in README.md LICENSE ./
COPY src src
RUN /opt/tools/bin/pip wheel --no-deps --no-build-isolation --wheel-dir wheels . \
    && /opt/parlour/bin/pip install --no-deps wheels/*.whl


FROM python:3.11-slim-bookworm

RUN groupadd --system --gid 10001 parlour \
    && useradd --system --uid 10001 --gid parlour --home-dir /var/lib/parlour \
        --no-create-home --shell /usr/sbin/nologin parlour \
    && install --directory --owner=parlour --group=parlour --mode=700 /var/lib/parlour
COPY --from=build /opt/parlour /opt/parlour

# The hall listens inside the container only; what reaches it from outside is the proxy's matter.
ENV PATH=/opt/parlour/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PARLOUR_DATA=/var/lib/parlour \
    PARLOUR_HOST=0.0.0.0 \
    PARLOUR_PORT=8722
USER 10001:10001
WORKDIR /var/lib/parlour
VOLUME /var/lib/parlour
EXPOSE 8722
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PARLOUR_PORT\"]}/readyz', timeout=4)"]
ENTRYPOINT ["parlour"]
CMD ["serve"]
