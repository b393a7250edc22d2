/** Bound of jobs and vehicles that a page shows, in pages of their services. */
const pagesMax = 20;

/** All pages of a list up to the bound, and whether there are more. */
export async function readPages<T extends { id: string }>(
  read: (after: string | undefined) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<{ data: T[]; has_more: boolean }> {
  const all: T[] = [];
  for (let n = 0; n < pagesMax; n += 1) {
    const { data, has_more } = await read(all.at(-1)?.id);
    all.push(...data);
    if (!has_more) return { data: all, has_more };
  }
  return { data: all, has_more: true };
}
