/**
 * Write-behind of the last use of clients, keys and sessions. Verification is a query, which must
 * not write: it notes the use in memory, and a worker of the process writes the notes. A process
 * that is killed loses those of the last interval.
 */

type Uses = Map<string, Date>;

/** Keyed by service instance (its configuration object): a process may host several. */
const noted = new WeakMap<object, Uses>();
/** More credentials than this in one interval: the rest is noted at their next use. */
const notedMax = 10_000;

export function noteUse(instance: object, id: string, at: Date): void {
  const uses = noted.get(instance) ?? new Map();
  noted.set(instance, uses);
  const known = uses.get(id);
  if (known ? known < at : uses.size < notedMax) uses.set(id, at);
}

const oldSuffix = '/old';
/** Notes a use of the secret that a rotation replaced. */
export const noteOldUse = (instance: object, id: string, at: Date): void =>
  noteUse(instance, id + oldSuffix, at);

/** Uses of current secrets, and of those that were replaced, by id. */
export function splitUses(uses: ReadonlyMap<string, Date>) {
  const isOld = ([id]: readonly [string, Date]) => id.endsWith(oldSuffix);
  const old = [...uses]
    .filter(isOld)
    .map(([id, at]) => [id.slice(0, -oldSuffix.length), at] as const);
  return { current: new Map([...uses].filter((use) => !isOld(use))), old: new Map(old) };
}

/** The latest use that this process noted and has not stored yet. */
export const notedUse = (instance: object, id: string): Date | undefined =>
  noted.get(instance)?.get(id);

/** Writes all notes. One stays noted until it is stored; so do newer ones that came meanwhile. */
export async function flushUses(
  instance: object,
  write: (uses: ReadonlyMap<string, Date>) => Promise<void>,
): Promise<void> {
  const uses = noted.get(instance);
  if (!uses || uses.size === 0) return;
  const written = new Map(uses);
  await write(written);
  for (const [id, at] of written) if (uses.get(id) === at) uses.delete(id);
}
