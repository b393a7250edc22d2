/** Faults of the contracts' validators, which the gateway and every service share. */
import type { PlantedFault } from '../fault.ts';

const file = 'packages/contracts/src/primitives.ts';
const rooms = ['packages/contracts/', 'services/jobs/', 'test/contracts/'] as const;

export const validatorFaults: readonly PlantedFault[] = [
  {
    name: 'parcels-off-by-one',
    file,
    find: '  .max(99)\n',
    replace: '  .max(100)\n',
    rooms,
    effect: 'A job of 100 parcels is booked, and labels number 99.',
  },
  {
    name: 'seal-untrimmed',
    file,
    find: '  .trim()\n  .toUpperCase()',
    replace: '  .toUpperCase()',
    rooms,
    effect: 'A seal that a scanner sent with a blank is refused.',
  },
  {
    name: 'seal-pattern-open',
    file,
    find: '[A-Za-z0-9-]{3,31}$/)',
    replace: '[A-Za-z0-9-]{3,31}/)',
    rooms,
    effect: 'Anything may follow the number of a seal.',
  },
  {
    name: 'id-pattern-open',
    file,
    find: '.regex(/^[A-Za-z0-9_-]{1,64}$/)',
    replace: '.regex(/[A-Za-z0-9_-]{1,64}$/)',
    rooms,
    effect: 'An id may begin with any text of any length.',
  },
  {
    name: 'control-characters-in-names',
    file,
    find: 'export const lineText = (max: number) => textOf(max, linePattern);',
    replace: 'export const lineText = (max: number) => textOf(max, textPattern);',
    rooms: ['packages/contracts/', 'services/accounts/', 'test/contracts/'],
    effect: 'A name of one line has line breaks and marks of direction.',
  },
  {
    name: 'blank-names',
    file,
    find: 'export const requiredLine = (max: number) => visible(lineText(max));',
    replace: 'export const requiredLine = (max: number) => lineText(max).min(1);',
    rooms: ['packages/contracts/', 'services/accounts/', 'test/contracts/'],
    effect: 'A name of blanks alone is accepted.',
  },
  {
    name: 'latitude-beyond-poles',
    file,
    find: 'lat: z.number().min(-90).max(90)',
    replace: 'lat: z.number().min(-180).max(180)',
    rooms: ['packages/contracts/', 'services/accounts/', 'test/contracts/'],
    effect: 'A site lies beyond the pole.',
  },
  {
    name: 'page-limit',
    file,
    find: 'limit: z.int().min(1).max(100).default(20)',
    replace: 'limit: z.int().min(1).max(1000).default(20)',
    rooms,
    effect: 'One request lists a thousand rows.',
  },
  {
    name: 'record-bound-off-by-one',
    file: 'packages/contracts/src/bounded-record.ts',
    find: 'Object.keys(given ?? {}).length <= max) return given;',
    replace: 'Object.keys(given ?? {}).length <= max + 1) return given;',
    rooms,
    effect: 'Metadata of 21 pairs passes a limit of 20.',
  },
  {
    name: 'api-key-scopes-too-wide',
    file: 'packages/contracts/src/accounts/credentials.ts',
    find: "  'certificates:read',\n  'partner:stock',\n] as const",
    replace: "  'certificates:read',\n  'pod:read',\n  'partner:stock',\n] as const",
    rooms: ['packages/contracts/', 'services/accounts/', 'test/document/', 'test/contracts/'],
    effect: 'A long-lived API key reads names and signatures of recipients.',
  },
];
