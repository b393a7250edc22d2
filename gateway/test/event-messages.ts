/** Messages of an event stream as a test reads them. */

export interface Message {
  event: string;
  id: string;
  data: Record<string, unknown>;
}

/** Messages in their order; comments and `retry` left out. */
export async function* messagesIn(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Message> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => line.split(/: ?(.*)/s));
      const { event, id = '', data = '{}' } = Object.fromEntries(fields);
      if (event) yield { event, id, data: JSON.parse(data) };
    }
  }
}
