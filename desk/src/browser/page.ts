// A live page reads itself again: the answer is the whole page, of which the caller shows what changed.
const timeoutMs = 10_000;

interface PageReader {
  /** Gets the page as a document. */
  show(page: Document): void;
  failed(): void;
}

/** Resolves to whether the session still holds. */
export async function readPage(
  { show, failed }: PageReader,
  address: string = location.href,
): Promise<boolean> {
  try {
    const answer = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.type === 'opaqueredirect') return false;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    show(parsePage(await answer.text()));
  } catch {
    failed();
  }
  return true;
}

export const parsePage = (text: string): Document =>
  new DOMParser().parseFromString(text, 'text/html');

/** Live regions are read out when their text changes. */
export function announce(region: Element, text: string): void {
  if (region.textContent !== text) region.textContent = text;
}
