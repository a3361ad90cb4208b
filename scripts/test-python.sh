#!/usr/bin/env bash
# Tests the wheel in python/, and builds it. `--engines` runs its tests on a Spark cluster and on Ray, too: their packages
# take 1 GB. Packages are installed in ELISION_PYTHON or ~/.cache/elision-python. What cannot be installed is skipped by name.
set -uo pipefail
cd "$(dirname "$0")/../python"

skip() {
  echo "skipped: $1" >&2
  exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2> /dev/null || skip "python/, since there is no Python 3.9 or later"
venv=${ELISION_PYTHON:-${XDG_CACHE_HOME:-$HOME/.cache}/elision-python}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" > /dev/null || skip "python/, since no venv can be made in $venv"
install() {
  timeout 300 "$venv/bin/pip" install -q --disable-pip-version-check --retries 1 "$@" > /dev/null 2>&1
}

export ELISION_BIN=${ELISION_BIN:-$PWD/../bin/elision.js}
export PYTHONPATH=$PWD/src:$PWD/tests PYTHONDONTWRITEBYTECODE=1
run() { timeout --kill-after=10 900 "$venv/bin/python" -m pytest -p no:cacheprovider "$@"; }

if [ "${1:-}" = --engines ]; then
  install pytest pyarrow pandas datasets || skip "python/tests/engines, since datasets cannot be installed"
  status=0
  run tests/engines/test_datasets.py || status=1
  install duckdb pytz || echo "skipped: DuckDB, since it cannot be installed" >&2
  run tests/engines/test_parquet.py || status=1
  if ! install 'moto[server,s3]'; then echo "skipped: S3, since moto cannot be installed" >&2
  else run tests/engines/test_s3.py || status=1; fi
  if ! command -v java > /dev/null; then echo "skipped: Spark, since there is no Java" >&2
  elif ! install pyspark; then echo "skipped: Spark, since pyspark cannot be installed" >&2
  else run tests/engines/test_spark.py || status=1; fi
  if ! install 'ray[data]'; then echo "skipped: Ray, since ray cannot be installed" >&2
  else run tests/engines/test_ray.py || status=1; fi
  exit "$status"
fi

install pytest build 'setuptools>=61' wheel || skip "python/, since pytest cannot be installed"
install pyarrow || echo "skipped: the columns of Arrow, since pyarrow cannot be installed" >&2
run tests --ignore=tests/engines || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r . "$work/python" && cd "$work/python" && "$venv/bin/python" -m build -q --no-isolation . > log 2>&1 || { cat log; exit 1; }
ls dist
