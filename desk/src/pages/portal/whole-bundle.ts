/** A custody bundle comes in pages, for a chain may be longer than a message. */
import type { custody, OutputOf } from '@svc/contracts';

type BundlePage = OutputOf<(typeof custody)['actions']['bundle']>;
type ReadPage = (input: { id: string; starting_after: string | undefined }) => Promise<BundlePage>;

/** Pages of events, then pages of texts, as one document: what `GET /jobs/{id}/custody/bundle` answers. */
export async function wholeBundle(read: ReadPage, id: string) {
  const pages: BundlePage[] = [];
  let starting_after: string | undefined;
  do {
    const page = await read({ id, starting_after });
    pages.push(page);
    starting_after = page.next ?? undefined;
  } while (starting_after !== undefined);
  const [first] = pages;
  if (!first) throw new Error('a bundle has a first page');
  const { next: _next, texts_from: _from, custody: chain, ...others } = first;
  const events = pages.flatMap((page) => page.custody.events);
  const texts = pages.flatMap((page) => page.custody.texts);
  return { ...others, custody: { ...chain, events, texts } };
}
