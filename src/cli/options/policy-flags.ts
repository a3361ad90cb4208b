import { COMPACT_FLAGS } from "./compact-flags.ts";

const {
  output: _output,
  outDir: _outDir,
  continue: _continue,
  badRowsDir: _badRowsDir,
  shard: _shard,
  inPlace: _inPlace,
  backup: _backup,
  noArchive: _noArchive,
  minAge: _minAge,
  dryRun: _dryRun,
  jobs: _jobs,
  report: _report,
  explain: _explain,
  diff: _diff,
  reportFile: _reportFile,
  sideCopies: _sideCopies,
  reflect: _reflect,
  reflectGate: _reflectGate,
  model: _model,
  modelUrl: _modelUrl,
  modelCache: _modelCache,
  maxModelCalls: _maxModelCalls,
  maxModelTokens: _maxModelTokens,
  modelTimeout: _modelTimeout,
  modelJobs: _modelJobs,
  color: _color,
  noColor: _noColor,
  ...flags
} = COMPACT_FLAGS;

/** The options of the main command that decide what is masked, for commands that write no transcript. */
export const POLICY_FLAGS = flags;
