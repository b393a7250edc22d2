import { verify, type WebhookEvent } from '@svc/webhook-verify';
import fastify from 'fastify';

/** `secrets`: one, or the old and the new one during a rotation. */
export function fastifyApp(secrets: string[], handle: (event: WebhookEvent) => void) {
  const app = fastify();
  // The signature covers the bytes, so they must not be parsed before they are verified.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Body: Buffer }>('/hooks', async (request, reply) => {
    const verdict = verify(request.body, request.headers, secrets);
    if (verdict.ok) handle(verdict.event);
    return reply.code(verdict.ok ? 204 : 401).send();
  });
  return app;
}
