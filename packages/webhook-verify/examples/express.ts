import { verify, type WebhookEvent } from '@svc/webhook-verify';
import express from 'express';

/** `secrets`: one, or the old and the new one during a rotation. */
export function expressApp(secrets: string[], handle: (event: WebhookEvent) => void) {
  const app = express();
  // Before any express.json(): the signature covers the raw bytes.
  app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
    const verdict = verify(request.body, request.headers, secrets);
    if (verdict.ok) handle(verdict.event);
    response.sendStatus(verdict.ok ? 204 : 401);
  });
  return app;
}
