import { createServer, type IncomingMessage } from 'node:http';
import { verify, type WebhookEvent } from '@svc/webhook-verify';

/** `secrets`: one, or the old and the new one during a rotation. */
export const plainNode = (secrets: string[], handle: (event: WebhookEvent) => void) =>
  createServer(async (request, response) => {
    const body = await bytesOf(request);
    const verdict = verify(body, request.headers, secrets);
    if (verdict.ok) handle(verdict.event);
    // Answer before the work is done: the sender waits 10 seconds at most.
    response.writeHead(verdict.ok ? 204 : 401).end();
  });

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
