#!/usr/bin/env bash
# The step of action.yml: compacts, writes the table to the job's summary, and comments it on the pull request.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
report=$(mktemp)
table=$(mktemp)
trap 'rm -f "$report" "$table"' EXIT

paths=()
while IFS= read -r path; do
  if [ -n "$path" ]; then paths+=("$path"); fi
done <<< "${INPUT_PATH:-.}"
options=()
read -ra options <<< "${INPUT_OPTIONS:-}" || true
if [ -n "${INPUT_OUT_DIR:-}" ]; then
  target=(--out-dir "$INPUT_OUT_DIR")
else
  target=(--in-place --no-archive)
fi

code=0
node "$here/bin/elision.js" ${options[@]+"${options[@]}"} "${target[@]}" --report json \
  --report-file "$report" -- "${paths[@]}" || code=$?
if [ ! -s "$report" ]; then exit "$code"; fi

node "$here/scripts/action-table.js" "$report" "$code" > "$table"
cat "$table" >> "${GITHUB_STEP_SUMMARY:-/dev/stdout}"
node "$here/scripts/action-table.js" --outputs "$report" "$code" >> "${GITHUB_OUTPUT:-/dev/null}"

if [ "${INPUT_COMMENT:-true}" = true ] && [ -n "${PULL_REQUEST:-}" ]; then
  gh pr comment "$PULL_REQUEST" --repo "$GITHUB_REPOSITORY" --body-file "$table" \
    --edit-last --create-if-none ||
    echo "::warning::elision could not comment on the pull request: does the job have pull-requests: write?"
fi
if [ "$code" -ge 2 ]; then exit "$code"; fi
