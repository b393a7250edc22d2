/** A client of the stream of live pages. */
interface Message {
  event: string;
  id: string | undefined;
  data: unknown;
}

async function* messagesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => line.split(/: (.*)/s));
      const { event, id, data = 'null' } = Object.fromEntries(lines);
      if (event) yield { event, id, data: JSON.parse(data) };
    }
  }
}

/** `next` is undefined when the stream has ended. */
export async function openStream(origin: string, search: string, token?: string) {
  const aborting = new AbortController();
  const headers: HeadersInit = token ? { cookie: `__Host-session=${token}` } : {};
  const response = await fetch(`${origin}/desk/live?${search}`, {
    headers,
    signal: aborting.signal,
  });
  const stream = messagesOf(response.body);
  const next = async (): Promise<Message | undefined> => (await stream.next()).value ?? undefined;
  return { response, next, close: () => aborting.abort() };
}
