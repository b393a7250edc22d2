/** Difference between two readings of the board. Runs in the browser. */

/** States by id of the job. */
type States = ReadonlyMap<string, string>;

interface BoardChanges {
  added: number;
  gone: number;
  changed: number;
}

export function changesOf(before: States, after: States): BoardChanges {
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const gone = [...before.keys()].filter((id) => !after.has(id)).length;
  const changed = [...after].filter(([id, state]) => (before.get(id) ?? state) !== state).length;
  return { added, gone, changed };
}

/** For people who do not see the table; empty when nothing changed. */
export function newsOf({ added, gone, changed }: BoardChanges): string {
  const parts = [
    added > 0 ? `${added} new` : '',
    changed > 0 ? `${changed} changed` : '',
    gone > 0 ? `${gone} gone` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Board updated: ${parts.join(', ')}.`;
}
