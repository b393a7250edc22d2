import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createSend, type Line, type Request } from '../../journeys/http.ts';
import { problemIn } from '../problem.ts';
import { environments } from '../refusals/cases.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  labelOf,
  lineTo,
  localsOf,
  requestFor,
  rootLine,
  signedBy,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { bodySchema, placesIn, pointerOf, variantFor } from './schema.ts';

const name = 'uncommon_nonsense';

/** The request with another body. */
function carrying(route: ActionRoute, actor: Actor, body: unknown): Request {
  const { key } = requestFor(route, actor);
  const raw = JSON.stringify(body);
  if (route.body === 'signed') return { ...(key && { key }), ...signedBy(actor, raw) };
  return { ...(key && { key }), raw, headers: { 'content-type': 'application/json' } };
}

const bodyOf = ({ raw, body }: Request): Record<string, unknown> =>
  typeof raw === 'string' ? JSON.parse(raw) : Object(body);

/** A copy with one more member in the object at this place. */
function withMember(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return { ...Object(value), [name]: 1 };
  if (Array.isArray(value))
    return value.map((each, i) => (String(i) === first ? withMember(each, rest) : each));
  return { ...Object(value), [first]: withMember(Object(value)[first], rest) };
}

const at = (value: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((inner, part) => Object(inner)[part], value);

describe.each(environments)('on the %s API', (environment) => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand(environment);
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const expectRefused = (answer: Answer, pointer: string, code: string) => {
    const problem = problemIn(answer);
    expect([problem.code, problem.detail]).toEqual(['invalid_body', expect.stringContaining(name)]);
    expect(problem.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  };

  describe.each(actionsOf(environment).map((route) => [labelOf(route), route] as const))(
    '%s',
    (_, route) => {
      it('refuses a query parameter that it does not know', async () => {
        const line = lineTo(route);
        const more: Line = `${line}${line.includes('?') ? '&' : '?'}${name}=1`;
        expectRefused(
          await actor.send(more, requestFor(route, actor)),
          `/query/${name}`,
          'unknown_parameter',
        );
      });
    },
  );

  const bodies = actionsOf(environment).filter(({ body }) =>
    ['json', 'signed', 'feed'].includes(body),
  );
  describe.each(bodies.map((route) => [labelOf(route), route] as const))('%s', (_, route) => {
    it('refuses a field that it does not know, in every object of its body', async () => {
      const body = bodyOf(requestFor(route, actor));
      const schema = variantFor(bodySchema(route), body);
      const objects = placesIn(schema).filter((place) => {
        const value = at(body, place);
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      });
      // A record's members are the client's own to name.
      const closed = objects.filter(
        ([first]) =>
          first !== 'metadata' && !(first === 'requirements' && route.path === '/policies'),
      );
      const places = route.body === 'feed' ? [[], ['items', '0']] : [[], ...closed];
      for (const place of places) {
        const sent = carrying(route, actor, withMember(body, place));
        expectRefused(
          await actor.send(lineTo(route), sent),
          pointerOf([...place, name]),
          'unknown_field',
        );
      }
    });
  });

  const bodiless = actionsOf(environment).filter(
    ({ body, method }) => body === 'none' && method !== 'GET',
  );
  it.each(bodiless.map((route) => [labelOf(route), route] as const))(
    '%s takes no body but the empty object',
    async (_, route) => {
      const problem = problemIn(
        await actor.send(lineTo(route), carrying(route, actor, { [name]: 1 })),
      );
      expect([problem.code, problem.errors?.[0]?.code]).toEqual(['invalid_body', 'unknown_field']);
      const empty = await actor.send(lineTo(route), carrying(route, actor, {}));
      expect(JSON.parse(empty.text).code).not.toBe('invalid_body');
    },
  );

  const inVersion = localsOf(environment).filter(({ root }) => !root);
  it.each(inVersion.map((route) => [labelOf(route), route] as const))(
    '%s refuses a query parameter that it does not know',
    async (_, route) => {
      const send = createSend(stand.stage.publicUrl, actor.credential);
      const answer = await send(`${rootLine(route, environment)}?${name}=1`);
      expectRefused(answer, `/query/${name}`, 'unknown_parameter');
    },
  );

  const pages = localsOf(environment).filter(
    ({ root, method, mediaType }) => root && method === 'GET' && mediaType !== 'text/event-stream',
  );
  it.each(pages.map((route) => [labelOf(route), route] as const))(
    '%s opens with whatever a link has gained on its way',
    async (_, route) => {
      const send = createSend(stand.stage.publicUrl);
      const line = rootLine(route, environment);
      const [plain, gained] = [await send(line), await send(`${line}?utm_source=${name}`)];
      expect(gained.status).toBe(plain.status);
    },
  );
});
