/** The identity of a file, whatever its name. */
export interface InputIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}
