import { describe, expect, it } from 'vitest';
import { readQuery } from './query.ts';

const declared = { limit: 'integer', status: 'string', unassigned: 'boolean' } as const;

describe('a query', () => {
  it.each([
    ['/jobs', {}],
    ['/jobs?', {}],
    ['/jobs?limit=20&status=booked', { limit: 20, status: 'booked' }],
    ['/jobs?limit=-1', { limit: -1 }],
    ['/jobs?limit=0', { limit: 0 }],
    ['/jobs?limit=007', { limit: '007' }],
    ['/jobs?limit=1e2', { limit: '1e2' }],
    ['/jobs?limit=0x10', { limit: '0x10' }],
    ['/jobs?limit=5.0', { limit: '5.0' }],
    ['/jobs?limit=+5', { limit: ' 5' }],
    ['/jobs?limit=', { limit: '' }],
    ['/jobs?limit=9999999999999999999', { limit: '9999999999999999999' }],
    ['/jobs?unassigned=true', { unassigned: true }],
    ['/jobs?unassigned=false', { unassigned: false }],
    ['/jobs?unassigned=yes', { unassigned: 'yes' }],
    ['/jobs?status=%zz', { status: '%zz' }],
    ['/jobs?status=%00', { status: '\0' }],
  ])('%s reads as %j', (url, value) => {
    expect(readQuery(url, declared)).toEqual({ value });
  });

  it('names every parameter that is not declared, and the nearest one', () => {
    const outcome = readQuery('/jobs?limt=1&other=1&other=2&__proto__=3', declared);
    expect(outcome).toMatchObject({
      problem: {
        code: 'invalid_body',
        detail:
          'Query parameter limt: Unknown query parameter. Did you mean limit? And 2 more: see errors.',
        errors: [
          { pointer: '/query/limt', code: 'unknown_parameter' },
          {
            pointer: '/query/other',
            detail: expect.stringContaining('Known here: limit, status, unassigned.'),
          },
          { pointer: '/query/__proto__' },
        ],
      },
    });
  });

  it('names every declared parameter that is given twice', () => {
    const outcome = readQuery('/jobs?limit=1&limit=2&status=a&status=b', declared);
    expect(outcome).toMatchObject({
      problem: {
        code: 'invalid_body',
        errors: [{ pointer: '/query/limit' }, { pointer: '/query/status' }],
      },
    });
  });
});
