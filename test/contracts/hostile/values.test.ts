import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../journeys/http.ts';
import { makeTarget } from '../endpoints/index.ts';
import { problemIn } from '../problem.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  labelOf,
  lineTo,
  requestFor,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { expectNothingStored } from '../stored-rows.ts';
import { bodySchema, filled, placesIn, plainValue, pointerOf, variantFor } from './schema.ts';

/** As they stand in a body; some are not even JSON. */
const literals = [
  ...['-1', '-0.001', '2000.001', '0.0001', '1e308', '1e400', '-1e400', '1e-400'],
  ...['9007199254740993', '9'.repeat(400), '0.1e1000', '-0'],
  ...['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '.5', '1_000', 'undefined'],
  ...['true', 'null', '[]', '{}', '[[]]', '{"a":1}', '["a"]', '[null]', '""', '"12"', '" "'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\u001b[31m"', '"\\u007f"', '"\\ud800"', '"\\udc00x"'],
  `"${'x'.repeat(10_240)}"`,
  `"${'\u{1f691}'.repeat(300)}"`,
  `[${Array.from({ length: 300 }, (_, i) => `"${i}"`).join()}]`,
  `{${Array.from({ length: 300 }, (_, i) => `"k${i}":"v"`).join()}}`,
  ...['"\'; drop table job; --"', '"{{7*7}}"', '"$(reboot)"', '"../../etc/passwd"', '"%00"'],
];

/** With its quotes, as it stands in JSON text. */
const placeholder = '"@here@"';

/** The value with something else at a place, whatever stood on the way there. */
function withValueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return '@here@';
  if (first === '0') return [withValueAt(Array.isArray(value) ? value[0] : undefined, rest)];
  const object: Record<string, unknown> = { ...Object(value) };
  return { ...object, [first]: withValueAt(object[first], rest) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a bad value', () => {
  let stand: Stand;
  let actor: Actor;
  beforeAll(async () => {
    stand = await startStand('live');
    actor = await stand.actor();
  });
  afterAll(() => stand.stop());

  const routes = actionsOf('live').filter(({ body }) => body === 'json');
  describe.each(routes.map((route) => [labelOf(route), route] as const))('at %s', (_, route) => {
    let target: string;
    beforeAll(async () => {
      target = await makeTarget(route.path, actor);
    });
    const isAccepted = (raw: string): boolean => {
      if (!isJson(raw)) return false;
      const ids = Object.fromEntries(route.pathNames.map((name) => [name, target]));
      return route.contract.input.safeParse({ ...JSON.parse(raw), ...ids }).success;
    };
    const schema = variantFor(bodySchema(route), route.example);
    const { properties: fields = {} } = schema;
    it.each(placesIn(schema).map((place) => [pointerOf(place), place] as const))(
      'of %s is refused by its name, and leaves nothing',
      async (pointer, place) => {
        const { body, ...request } = requestFor(route, actor);
        const [field = ''] = place;
        const given: Record<string, unknown> = Object(body);
        const whole = { ...given, [field]: filled(given[field], plainValue(fields[field] ?? {})) };
        const template = JSON.stringify(withValueAt(whole, place));
        const bad = literals
          .map((literal) => ({ literal, raw: template.replace(placeholder, () => literal) }))
          .filter(({ raw }) => !isAccepted(raw));
        expect(bad.length).toBeGreaterThan(literals.length / 3);
        await expectNothingStored(stand.stage, async () => {
          for (const { literal, raw } of bad) {
            const answer = await actor.send(lineTo(route, target), { ...request, raw });
            if (isJson(raw)) expectNamed(answer, { route, pointer, literal });
            else expect(problemIn(answer).code, literal).toBe('invalid_json');
          }
        });
      },
    );
  });
});

interface Sent {
  route: ActionRoute;
  pointer: string;
  literal: string;
}

/** By a pointer to it, to what it is part of or to a part of it; or by a code of its own. */
function expectNamed(answer: Answer, { route, pointer, literal }: Sent): void {
  const { code, errors = [] } = problemIn(answer);
  const [, field = ''] = pointer.split('/');
  const own = Object.entries(route.contract.issues ?? {})
    .filter(([issue]) => issue.startsWith(`${field}.`))
    .map(([, refusal]) => refusal);
  if (own.some((refusal) => refusal === code)) return;
  expect(code, literal).toBe('invalid_body');
  const near = errors.filter(
    ({ pointer: at }) => at !== '' && (at.startsWith(pointer) || pointer.startsWith(at)),
  );
  expect(near, `${literal} at ${pointer}: ${answer.text}`).not.toEqual([]);
  // The value itself is never said back.
  if (literal.length > 12) expect(answer.text).not.toContain(literal.slice(1, 40));
}
