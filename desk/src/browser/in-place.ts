// Sends forms of a page without leaving it, and shows what the answer changed.
import { parsePage } from './page.ts';

const timeoutMs = 15_000;

interface Posting {
  signal: AbortSignal;
  /** Its own action by default. */
  address?: string;
  /** The button that was pressed. */
  submitter?: HTMLElement | null;
  redirect?: RequestRedirect;
}

/** Sends a form's entries; returns the page that answers, and its address. */
export async function postForm(
  form: HTMLFormElement,
  { address = form.action, submitter = null, ...options }: Posting,
): Promise<{ page: Document; url: string }> {
  const entries = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(entries);
  const answer = await fetch(address, { method: 'POST', body, ...options });
  return { page: parsePage(await answer.text()), url: answer.url };
}

/**
 * The answer is the page that the browser would have shown, or another one, which it then goes to.
 * Without an answer the browser sends the form itself: its key makes that once.
 */
export function sendInPlace(root: HTMLElement, show: (page: Document) => boolean): void {
  root.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    const { submitter } = event;
    const address = submitter?.getAttribute('formaction') ?? form.action;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const { page, url } = await postForm(form, { address, submitter, signal });
      if (!show(page)) location.assign(url);
    } catch {
      form.action = address;
      form.submit();
    } finally {
      form.ariaBusy = null;
    }
  });
}
