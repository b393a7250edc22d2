/** Opening hours as a tenant writes them. */
import { accounts } from '@svc/contracts';
import { edited, filled } from '@svc/devnet/fuzz/edits';
import { type AnyFuzzTarget, defineTarget } from '@svc/devnet/fuzz/target';
import { Refusal } from '@svc/kit/refusal';
import { checkReceivingHours, isOpenAt } from '../../src/adapters/receiving-hours.ts';

const field = accounts.actions.createSite.input.shape.receiving_hours;
const good = [
  '24/7',
  'Mo-Fr 07:30-17:00; Sa 08:00-12:00; PH off',
  'Jan-Mar Mo[1] 09:00-12:00,13:00-17:00 "by appointment"; week 1-53/2 Su sunrise-sunset',
  '2026 Nov 23-2027 Jan 04: 10:00+ || unknown',
];
const tokens = [
  ' ',
  '\t',
  '\n',
  'Mo',
  '-',
  ',',
  ';',
  ':',
  '[1]',
  '"',
  'PH',
  'off',
  'week',
  '/2',
  '(',
  '+',
];
const place = { time_zone: 'Africa/Johannesburg', lat: -26.1, lng: 28 };

export const targets: readonly AnyFuzzTarget[] = [
  defineTarget({
    name: 'accounts/opening-hours',
    inputs: edited(good, tokens),
    read: async (text) => {
      const { success, data } = field.safeParse(text);
      if (!success || data === undefined) return undefined;
      await checkReceivingHours(data);
      return isOpenAt({ ...place, receiving_hours: data }, [new Date('2026-11-29T21:10:00Z')]);
    },
    refuses: (error) => error instanceof Refusal,
    sizeMax: 255,
    large: {
      'leading blanks': filled(' ', '', 'Mo'),
      'leading tabs': filled('\t', '', 'Mo'),
      rules: filled('Mo 08:00-09:00;'),
      days: filled('Mo,'),
      times: filled('08:00-09:00,'),
      brackets: filled('['),
      quotes: filled('"'),
    },
  }),
];
