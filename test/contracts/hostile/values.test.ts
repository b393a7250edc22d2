import type { Problem } from '@svc/gateway/problem/problem';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActionRoute, actions, labelOf } from '../requests.ts';
import { broken, fitting } from './arbitrary.ts';
import { type FilledPlace, literals, placesOf, withLiteral } from './literals.ts';
import { bodySchema, isClosedObject, pointerOf } from './schema.ts';
import { refusalOf } from './validation.ts';

const routes = actions.filter(({ body }) => body === 'json');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const textOf = ({ code, errors = [] }: Problem): string =>
  `${code} ${errors.map((each) => `${each.pointer} ${each.code}`).join(', ')}`;

/** Names a place: a pointer to it, to a container or a part of it, or the field's own code. */
function isNamed({ code, errors = [] }: Problem, route: ActionRoute, pointer: string): boolean {
  const [, field = ''] = pointer.split('/');
  const ownCodes = Object.entries(route.contract.issues ?? {})
    .filter(([issue]) => issue.startsWith(`${field}.`))
    .map(([, refusal]) => refusal);
  if (ownCodes.some((each) => each === code)) return true;
  const isNear = (at: string) => at !== '' && (at.startsWith(pointer) || pointer.startsWith(at));
  return code === 'invalid_body' && errors.some((each) => isNear(each.pointer));
}

/** Literals at this place that are refused otherwise than by its name, or not at all. */
function faultsAt(route: ActionRoute, place: FilledPlace): string[] {
  const pointer = pointerOf(place.path);
  let acceptedCount = 0;
  const isFault = (literal: string): boolean => {
    const problem = refusalOf(route, { raw: withLiteral(place, literal) });
    if (!isJson(literal)) return problem?.code !== 'invalid_json';
    if (problem === undefined) {
      acceptedCount += 1;
      return false;
    }
    const isRepeated =
      literal.length > 12 && JSON.stringify(problem).includes(literal.slice(1, 40));
    return isRepeated || !isNamed(problem, route, pointer);
  };
  const faults = literals.filter(isFault).map((literal) => literal.slice(0, 40));
  if (acceptedCount > (literals.length * 2) / 3) faults.push('nearly all are accepted');
  return faults.map((fault) => `${labelOf(route)} ${pointer}: ${fault}`);
}

describe('the contract of a JSON body', () => {
  it('refuses a hostile literal at any place by the name of the place', () => {
    const faults = routes.flatMap((route) => {
      const places = placesOf(route).filter(({ path }) => path.length > 0);
      return places.flatMap((place) => faultsAt(route, place));
    });
    expect(faults).toEqual([]);
  });

  it('refuses an undocumented member of any object by its pointer', () => {
    const name = 'uncommon_nonsense';
    const isRefused = (route: ActionRoute, { body, path }: FilledPlace) => {
      const member = [...path, name];
      const problem = refusalOf(route, { raw: withLiteral({ body, path: member }, '1') });
      const item = problem?.errors?.find(({ pointer }) => pointer === pointerOf(member));
      return problem?.detail.includes(name) && item?.code === 'unknown_field';
    };
    const faults = routes.flatMap((route) =>
      placesOf(route)
        .filter((place) => isClosedObject(place.schema) && !isRefused(route, place))
        .map(({ path }) => `${labelOf(route)} ${pointerOf(path)}`),
    );
    expect(faults).toEqual([]);
  });

  it('of an action without a body accepts the empty object alone', () => {
    const bodiless = actions.filter(({ body, method }) => body === 'none' && method !== 'GET');
    for (const route of bodiless) {
      expect(refusalOf(route, { raw: '{"a":1}' }), labelOf(route)).toMatchObject({
        code: 'invalid_body',
        errors: [{ pointer: '', code: 'unknown_field' }],
      });
      expect(refusalOf(route, { raw: '{}' }), labelOf(route)).toBeUndefined();
    }
  });
});

/** Reproducible by default; SVC_RUNS and SVC_SEED look further. */
const numRuns = Number(process.env.SVC_RUNS ?? 60);
const seed = Number(process.env.SVC_SEED ?? 20_261_102);

describe('a generated body', () => {
  it.each([
    ['fits the schema', (whole: fc.Arbitrary<unknown>) => whole],
    ['nearly fits the schema', broken],
  ])('that %s is accepted, or refused with a declared code', (_, bodiesOf) => {
    for (const route of routes) {
      const codes = ['invalid_body', 'invalid_json', ...route.contract.refusals];
      const property = fc.property(bodiesOf(fitting(bodySchema(route))), (body) => {
        const problem = refusalOf(route, { raw: JSON.stringify(body) ?? '' });
        if (problem) expect(codes, `${labelOf(route)}: ${textOf(problem)}`).toContain(problem.code);
      });
      fc.assert(property, { numRuns, seed });
    }
  });
});
