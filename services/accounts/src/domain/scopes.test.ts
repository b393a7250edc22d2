import type { Scope } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { apiKeyScopes, grantScopes } from './scopes.ts';

const held: Scope[] = ['quotes:write', 'jobs:write', 'jobs:read'];

describe('grantScopes', () => {
  it.each([
    ['all when nothing is asked for', undefined, held],
    ['all when blanks are asked for', '  ', held],
    ['the one that is asked for', 'jobs:read', ['jobs:read']],
    ['several in the order in which they are held', 'jobs:read quotes:write', [held[0], held[2]]],
    ['each once', 'jobs:read jobs:read', ['jobs:read']],
    ['by single spaces or more', ' jobs:read   jobs:write ', [held[1], held[2]]],
  ])('grants %s', (_case, requested, granted) => {
    expect(grantScopes(held, requested)).toEqual(granted);
  });

  it.each([
    ['a scope that is not held', 'jobs:read pod:read'],
    ['a scope that does not exist', 'jobs:everything'],
    ['another letter case', 'JOBS:READ'],
    ['a tab for a space', 'jobs:read\tjobs:write'],
    ['an inherited property', 'constructor'],
  ])('grants none for %s', (_case, requested) => {
    expect(grantScopes(held, requested)).toBeUndefined();
  });
});

it('lets an API key read and feed stock, and no more', () => {
  expect(apiKeyScopes).toEqual([
    'quotes:write',
    'jobs:read',
    'tracking:read',
    'certificates:read',
    'partner:stock',
  ]);
});
