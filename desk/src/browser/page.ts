// A live page reads itself again: the answer is the whole page, of which the caller shows what changed.
const timeoutMs = 10_000;

interface PageReader {
  /** Gets the page as a document. */
  show(page: Document): void;
  failed(): void;
}

/** Resolves to whether the session still holds. */
export async function readPage({ show, failed }: PageReader): Promise<boolean> {
  try {
    const answer = await fetch(location.href, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.type === 'opaqueredirect') return false;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    failed();
  }
  return true;
}

/** Live regions are read out when their text changes. */
export function announce(region: Element, text: string): void {
  if (region.textContent !== text) region.textContent = text;
}

type ElementClass<E extends Element> = abstract new () => E;

/** An element that the page of a script always has. */
export function need<E extends Element>(
  selector: string,
  type: ElementClass<E>,
  root: ParentNode = document,
): E {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
