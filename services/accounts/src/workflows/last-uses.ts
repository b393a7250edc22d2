/**
 * Write-behind of the last use of clients and keys. Verification is a query and writes nothing: it
 * notes the use in memory, and a worker of the process writes the notes. A process that is killed
 * loses those of the last interval.
 */

type Uses = Map<string, Date>;

/** By service instance, named by its configuration: a process may host several. */
const noted = new WeakMap<object, Uses>();
/** More credentials than this in one interval: the rest is noted at their next use. */
const notedMax = 10_000;

export function noteUse(instance: object, id: string, at: Date): void {
  const uses = noted.get(instance) ?? new Map();
  noted.set(instance, uses);
  const known = uses.get(id);
  if (known ? known < at : uses.size < notedMax) uses.set(id, at);
}

/** Writes all notes; those that could not be written stay, unless newer ones came. */
export async function flushUses(
  instance: object,
  write: (uses: ReadonlyMap<string, Date>) => Promise<void>,
): Promise<void> {
  const uses = noted.get(instance);
  if (!uses || uses.size === 0) return;
  noted.delete(instance);
  try {
    await write(uses);
  } catch (error) {
    for (const [id, at] of uses) noteUse(instance, id, at);
    throw error;
  }
}
