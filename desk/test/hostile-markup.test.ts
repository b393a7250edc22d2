/** Every page, with markup in every text that a service may answer: nothing of it becomes markup. */
import { serviceContracts } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { mayOpen } from '../src/pages/access.ts';
import { deskTable } from '../src/pages/index.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { everyRole, personOf } from './persons.ts';
import { offerPath } from './portal-forms.ts';
import type { Services } from './services.ts';

/** Leaves an attribute of either quote, and runs as the address of a link. */
const payload = `javascript:alert(1)//"'><img src=x onerror=alert(1)>`;
const isMarkup = /<img|<[^>]*\b(?:href|src|action)=["']?javascript:/i;
const isShown = 'javascript:alert(1)//&quot;&#39;&gt;&lt;img src=x';

const pages = deskTable.filter((route) => route.kind === 'page');
const pathOf = (path: string) =>
  path === '/book/price' ? offerPath : path.replaceAll(/\{\w+\}/g, 'x_01');

const outputs = new Map<string, z.ZodType>(
  serviceContracts.flatMap(({ name, actions }) =>
    Object.entries<{ output: z.ZodType }>(actions).map(
      ([action, { output }]) => [`${name}.${action}`, output] as const,
    ),
  ),
);

/** Ids, addresses of pages and moments are made by services, never entered. */
const isMade = /(^|_)id$|_(url|at|due)$/;

/** The value with the payload in place of each text for which its contract permits that. */
function hostile(value: unknown, output: z.ZodType): unknown {
  const changed: unknown = structuredClone(value);
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, each] of Object.entries(node)) {
      if (typeof each !== 'string') visit(each);
      else if (!isMade.test(key)) {
        Reflect.set(node, key, payload);
        if (!output.safeParse(changed).success) Reflect.set(node, key, each);
      }
    }
  };
  visit(changed);
  return changed;
}

function answerHostile({ answers }: Services): void {
  for (const [name, answer] of answers) {
    const output = outputs.get(name);
    if (!output) continue;
    answers.set(name, async (call) => {
      const reply = await answer(call);
      return 'ok' in reply ? { ok: hostile(reply.ok, output) } : reply;
    });
  }
}

describe('markup in every text of every answer', () => {
  it.each(pages.map((page) => [page.path, page] as const))('is text on %s', async (path, page) => {
    const { app, get, services } = await deskUnderTest();
    answerHostile(services);
    const role = everyRole.find((each) => mayOpen(page.access, personOf(each))) ?? 'admin';
    const { statusCode, body } = await get(pathOf(path), tokenOf(role));
    await app.close();
    expect(statusCode).toBe(200);
    // The frame names the person at least.
    expect(body).toContain(isShown);
    expect(body).not.toMatch(isMarkup);
  });
});
