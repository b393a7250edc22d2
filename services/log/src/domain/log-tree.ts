/** The log's tree, and why its sequencer must not sign. */
export interface LogTree {
  origin: string;
  /** Public key, as signed-note writes it. */
  vkey: string;
  encrypted_secret: string;
  size: number;
  cluster_history: string;
  halted: string | null;
}

/** Ended by an operator, or by all witnesses. */
export const restored =
  'the database was restored, or a standby took over: published entries may be missing';

/**
 * A restored database may lack entries that were published: a checkpoint signed on top of it would
 * be a fork. So the log halts until it was compared with what others have seen.
 */
export function haltReason(
  tree: LogTree,
  { origin, cluster_history }: Pick<LogTree, 'origin' | 'cluster_history'>,
): string | null {
  if (tree.halted !== null) return tree.halted;
  if (tree.origin !== origin) return `the log is ${tree.origin}, and configured as ${origin}`;
  return tree.cluster_history === cluster_history ? null : restored;
}
