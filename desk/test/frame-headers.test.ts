/** Pages beside the table cannot be framed either (clickjacking, CWE-1021), and are not kept. */

import { expect, it, onTestFinished } from 'vitest';
import { answerAll } from './answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { createServices } from './services.ts';

it.each([
  ['an address that leads nowhere', '/nowhere', tokenOf('admin'), 404],
  ['the same without a session', '/nowhere', undefined, 404],
  ['a page of another role', '/desk', tokenOf('viewer'), 403],
  ['the page after a sign-out', '/signed-out', undefined, 200],
  ['an invitation that is over', '/invitations/none', undefined, 410],
  ['an acceptance that took too long', '/invitation', undefined, 400],
  ['a sign-in that took too long', '/sign-in/callback?state=x', undefined, 400],
  ['a page of the sandbox', '/sandbox/jobs', tokenOf('admin'), 200],
])('%s', async (_name, path, token, status) => {
  const sandboxTransport = createServices();
  answerAll(sandboxTransport);
  const env = { SVC_SANDBOX_URL: 'https://sandbox.example.test' };
  const { app, get, services } = await deskUnderTest({ env, sandboxTransport });
  onTestFinished(() => app.close());
  services.answers.set('accounts.findInvitation', () => ({ ok: { invitation: null } }));
  const { statusCode, headers } = await get(path, token);
  expect(statusCode).toBe(status);
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cache-control']).toBe('no-store');
});
