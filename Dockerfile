FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /src
COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock
COPY . .
RUN pip install --no-deps --no-build-isolation . \
    && useradd --system --no-create-home underhat \
    && install -d -o underhat /data

WORKDIR /data
USER underhat
VOLUME /data
ENV DATABASE_URL=sqlite:////data/underhat.db \
    HOST=0.0.0.0 \
    PORT=8080 \
    LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --start-period=30s CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=5)"]
CMD ["python", "-m", "bot"]
