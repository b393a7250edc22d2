/** Markup of every page: text of others stays text, and screen readers find their way. */
import { serviceContracts } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { outputs } from './answers.ts';
import { decided } from './desk-answers.ts';
import { jobIn } from './desk-job-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { type Outputs, pageOf } from './examples.ts';
import { personOf } from './persons.ts';
import { jobAnswer } from './portal-answers.ts';
import { livePages } from './routes.ts';

const desk = useDesk();
const { get, services } = desk;

const contracts = new Map<string, z.ZodType>(
  serviceContracts.flatMap(({ name, actions }) =>
    Object.entries<{ output: z.ZodType }>(actions).map(
      ([action, { output }]) => [`${name}.${action}`, output] as const,
    ),
  ),
);

/** Pages as usual, and in further states that show more. */
const visits: readonly (readonly [string, string, Outputs])[] = [
  ...livePages.map(({ path, url }) => [path, url, {}] as const),
  ['/jobs/{id}', '/jobs/x_01', { 'jobs.get': jobAnswer({ status: 'delivered' }) }],
  ['/desk/jobs/{id}', '/desk/jobs/x_01', { 'jobs.getForDesk': jobIn('booked') }],
  ['/desk/jobs/{id}', '/desk/jobs/x_01', { 'jobs.getForDesk': jobIn('in_transit') }],
  ['/desk/timeline', '/desk/timeline?job=job_01', {}],
  ['/desk/alarms', '/desk/alarms?status=closed', { 'webhooks.listOpsEvents': pageOf([decided]) }],
];
const roleOf = (path: string) => livePages.find((page) => page.path === path)?.role ?? 'admin';

/** Leaves an attribute of either quote, and runs as the address of a link. */
const payload = `javascript:alert(1)//"'><img src=x onerror=alert(1)>`;
const isMarkup = /<img|<[^>]*\b(?:href|src|action)=["']?javascript:/i;
const isShown = 'javascript:alert(1)//&quot;&#39;&gt;&lt;img src=x';

/** Ids, addresses of pages and moments are made by services, never entered. */
const isMade = /^id$|_(url|at|due)$/;

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

describe('markup in every text of every answer', () => {
  it('replaces texts of outputs that fit their contracts', () => {
    const misfits = Object.entries(outputs).filter(
      ([name, output]) => contracts.get(name)?.safeParse(output).success !== true,
    );
    expect(misfits.map(([name]) => name)).toEqual([]);
  });

  it('is text on every page', async () => {
    for (const [path, url, more] of visits) {
      desk.reset();
      const person = personOf(roleOf(path));
      const all = { ...outputs, ...more, 'accounts.findPerson': { person } };
      for (const [name, output] of Object.entries(all)) {
        const contract = contracts.get(name);
        if (contract) services.answer(name, hostile(output, contract));
      }
      const { statusCode, body } = await get(url, tokenOf(roleOf(path)));
      expect([path, statusCode]).toEqual([path, 200]);
      // The frame names the person at least.
      expect(body, path).toContain(isShown);
      expect(body, path).not.toMatch(isMarkup);
    }
  });

  it('is text on every page that shows a part of its address', async () => {
    for (const address of [
      ...['/requests?client_id=', '/requests?request_id=', '/events?type=', '/jobs?reference='],
      ...['/jobs?site=', '/desk?q=', '/desk/files?dc=', '/desk/incidents?job_id='],
      ...['/book?from=', '/reception?job=', '/audit?object_id='],
    ]) {
      const role = roleOf(address.split('?')[0] ?? '');
      const { statusCode, body } = await get(address + encodeURIComponent(payload), tokenOf(role));
      expect([address, statusCode]).toEqual([address, 200]);
      expect(body).not.toMatch(isMarkup);
    }
  });
});

// Headings, labels and ids are checked by axe in a browser (test/pages).
describe('every page, for screen readers', () => {
  const all = (body: string, pattern: RegExp) =>
    [...body.matchAll(pattern)].map(([, found = '']) => found);
  /** Checks the markup of each page; the path stands in the message. */
  const each = async (check: (body: string, path: string) => void) => {
    for (const { path, url, role } of livePages) check((await get(url, tokenOf(role))).body, path);
  };

  it('has captions and scopes in tables, and legends in groups', () =>
    each((body, path) => {
      for (const table of all(body, /<table[^>]*>(.*?)<\/table>/gs)) {
        expect(table, path).not.toMatch(/<th(?![^>]* scope="(?:col|row)")[ >]/);
        if (path !== '/sessions') expect(table, path).toMatch(/^\s*<caption>[^<]*\S/);
      }
      for (const group of all(body, /<fieldset[^>]*>(.*?)<\/fieldset>/gs)) {
        expect(group, path).toMatch(/^\s*<legend>[^<]+/);
      }
    }));

  it('has buttons and disclosures that differ in their words', () =>
    each((body, path) => {
      const texts = all(body, /<(?:button|summary)[^>]*>(.*?)<\/(?:button|summary)>/gs);
      expect(texts, path).toEqual([...new Set(texts)]);
    }));
});
