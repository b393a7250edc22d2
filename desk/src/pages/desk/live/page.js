// A live page reads itself again: the answer is the whole page, of which the caller shows what changed.
const timeoutMs = 10_000;

/** `show` gets the page as a document. Resolves to whether the session still holds. */
export async function readPage({ show, failed }) {
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
export function announce(region, text) {
  if (region.textContent !== text) region.textContent = text;
}
