import { type Scope, scopes } from '@svc/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantsOf, makeTarget, resources } from '../endpoints/index.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  bookJob,
  lineTo,
  requestFor,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';

/** Paths of everything in an answer, as `fields` of `endpoints/` writes them. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, each]) =>
    fieldsOf(each, at ? `${at}.${name}` : name),
  );
}

/** The paths of a resource with those of the resources in it; `*` stands for any name. */
function allowedIn(resource: string, at = ''): RegExp[] {
  const fields = resources[resource];
  if (fields === undefined) throw new Error(`say in endpoints/ what ${resource} holds`);
  return fields.split(/\s+/).flatMap((field) => {
    const [path = '', inner] = field.split('=');
    const whole = at ? `${at}.${path}` : path;
    return inner === undefined
      ? [patternOf(whole)]
      : [patternOf(whole), ...allowedIn(inner, whole)];
  });
}

/** Also matches where an optional object or list is null or empty, and below a member of `*`. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.[\]]/g, '\\$&');
  return new RegExp(
    `^${escaped.replaceAll('*', '[^.]+')}${path.endsWith('*') ? '(\\..+|\\[\\].*)?' : ''}$`,
  );
}

const isAllowed = (field: string, patterns: readonly RegExp[], paths: readonly string[]): boolean =>
  patterns.some((pattern) => pattern.test(field)) ||
  paths.some((path) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`));

const pathsOf = (resource: string): string[] =>
  (resources[resource] ?? '').split(/\s+/).flatMap((field) => {
    const [path = '', inner] = field.split('=');
    return inner === undefined
      ? [path]
      : [path, ...pathsOf(inner).map((each) => `${path}.${each}`)];
  });

const beyond = (answer: unknown, resource: string): string[] => {
  const patterns = allowedIn(resource);
  const paths = pathsOf(resource);
  return [...new Set(fieldsOf(answer))].filter((field) => !isAllowed(field, patterns, paths));
};

const scopesOf = ({ access }: ActionRoute): readonly Scope[] =>
  'scopes' in access ? access.scopes : [];

const cases = actionsOf('live').flatMap((route) =>
  scopesOf(route).map((scope) => [scope, route.operationId, route] as const),
);

describe('the answers of each scope', () => {
  let stand: Stand;
  const holders = new Map<Scope, Actor>();
  let maker: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    maker = await stand.actor();
    for (const scope of scopes) holders.set(scope, await stand.holderOf(scope));
  });
  afterAll(() => stand.stop());

  it.each(cases)('%s gets from %s what it is allowed', async (scope, operation, route) => {
    const holder = holders.get(scope);
    const resource = grantsOf(scope)[operation];
    if (!holder || resource === undefined) throw new Error('say in endpoints/ what it gets');
    const target =
      scope === 'ops:courier' ? await courierTarget(maker) : await makeTarget(route.path, maker);
    // A key has scopes that its maker holds as well.
    const sender = ['createApiKey', 'rotateApiKey'].includes(operation) ? maker : holder;
    const answer = await sender.send(lineTo(route, target), requestFor(route, sender));
    expect(answer.status, answer.text).toBe(route.status);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    expect(beyond(isJson ? JSON.parse(answer.text) : answer.text, resource)).toEqual([]);
  });

  it('are all in the table, and nothing else is', () => {
    const table = scopes.flatMap((scope) =>
      Object.keys(grantsOf(scope)).map((operation) => `${scope} ${operation}`),
    );
    expect(table.sort()).toEqual(cases.map(([scope, operation]) => `${scope} ${operation}`).sort());
  });

  it('hold nothing of the customer’s for a courier, and no money or place of its own for tracking', () => {
    const customers =
      /price|amount|cents|cost_centre|metadata|reference|tenant|recipient|url|service|sku/;
    for (const name of Object.values(grantsOf('ops:courier'))) {
      expect(pathsOf(name).filter((path) => customers.test(path))).toEqual([]);
    }
    const money = /price|amount|cents|cost_centre|metadata|reference|tenant|recipient|sku/;
    for (const name of Object.values(grantsOf('tracking:read'))) {
      expect(pathsOf(name).filter((path) => money.test(path))).toEqual([]);
    }
  });

  it('are searched for a field that is not allowed', () => {
    const more = {
      object: 'file',
      id: 'file_1',
      kind: 'photo',
      sha256: '',
      size: 1,
      price: { amount_cents: 1 },
    };
    expect(beyond(more, 'File')).toEqual(['price.amount_cents']);
  });
});

/** A job that is the driver's, whose customer wrote more than the road needs. */
async function courierTarget(actor: Actor): Promise<string> {
  const { id } = await bookJob(actor, {
    reference: 'PO-77',
    cost_centre: 'CC-9',
    metadata: { a: 'b' },
  });
  await actor.send(`POST /ops/jobs/${id}/assign`, { body: actor.crew });
  await actor.send(`POST /ops/jobs/${id}/milestones`, { body: { type: 'depart' } });
  return id;
}
