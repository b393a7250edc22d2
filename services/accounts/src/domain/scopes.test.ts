import { apiKeyScopes, type Scope } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { grantScopes, narrowKeyScopes, narrowScopes } from './scopes.ts';

const held: Scope[] = ['quotes:write', 'jobs:write', 'jobs:read'];

describe('grantScopes', () => {
  it.each([
    ['all when nothing is asked for', undefined, held],
    ['all when blanks are asked for', '  ', held],
    ['the one that is asked for', 'jobs:read', ['jobs:read']],
    ['several in the order in which they are held', 'jobs:read quotes:write', [held[0], held[2]]],
    ['each once', 'jobs:read jobs:read', ['jobs:read']],
    ['by single spaces or more', ' jobs:read   jobs:write ', [held[1], held[2]]],
  ])('grants the requested scopes: %s', (_case, requested, granted) => {
    expect(grantScopes(held, requested)).toEqual(granted);
  });

  it.each([
    ['a scope that is not held', 'jobs:read pod:read'],
    ['a scope that does not exist', 'jobs:everything'],
    ['another letter case', 'JOBS:READ'],
    ['a tab for a space', 'jobs:read\tjobs:write'],
    ['an inherited property', 'constructor'],
  ])('grants no scope for the request: %s', (_case, requested) => {
    expect(grantScopes(held, requested)).toBeUndefined();
  });
});

it('an API key may read and feed stock, and no more', () => {
  expect(apiKeyScopes).toEqual([
    'quotes:write',
    'jobs:read',
    'tracking:read',
    'certificates:read',
    'partner:stock',
  ]);
});

describe('the scopes of a new credential', () => {
  it('are each once, in the order of the API document', () => {
    expect(narrowScopes(['jobs:read', 'quotes:write', 'jobs:read'], held)).toEqual([
      'quotes:write',
      'jobs:read',
    ]);
    expect(narrowKeyScopes(['jobs:read', 'quotes:write'], held)).toEqual([
      'quotes:write',
      'jobs:read',
    ]);
  });

  it('of a key default to those that a key may have and its creator holds', () => {
    expect(narrowKeyScopes(undefined, held)).toEqual(['quotes:write', 'jobs:read']);
  });

  it.each<[string, () => unknown]>([
    ['a client', () => narrowScopes(['jobs:read', 'pod:read'], held)],
    ['a client of nobody', () => narrowScopes(['jobs:read'], [])],
    ['a courier', () => narrowScopes(['ops:courier'], held)],
    ['a key', () => narrowKeyScopes(['partner:stock'], held)],
    ['a key by default', () => narrowKeyScopes(undefined, ['admin:users'])],
  ])('never exceed those of the creator: %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'scope_not_held', path: ['scopes'] }));
  });
});
