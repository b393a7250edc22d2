/** Logger files: what is read of the forms that people upload, what is refused, and their list. */
import { Refusal } from '@svc/kit/refusal';
import { refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { loggerRows } from '../src/adapters/logger-table.ts';
import { instantIn } from '../src/adapters/zoned-time.ts';
import { type LoggerFileInput, loggerReadings } from '../src/domain/boxes/logger-file.ts';
import { trackingTest } from './app.ts';

const usual = { id: 'ast_1', device_id: 'LOG-7', unit: 'C', calibrated_until: null } as const;
const read = (content: string, more: Partial<LoggerFileInput> = {}) =>
  loggerReadings(loggerRows(content), { ...usual, ...more }, (time) =>
    instantIn(more.time_zone ?? 'Africa/Johannesburg', time),
  ).map(({ at, temperature_c }) => [at.toISOString().slice(0, 19), temperature_c]);
const refusalOf = (content: string, more: Partial<LoggerFileInput> = {}) => {
  try {
    return read(content, more);
  } catch (error) {
    if (error instanceof Refusal) return `${error.path?.join('.')}: ${error.detail}`;
    throw error;
  }
};
const two = [
  ['2026-11-13T08:00:00', 4.5],
  ['2026-11-13T08:10:00', -0.25],
];

describe('a logger file', () => {
  it.each<[string, string, Partial<LoggerFileInput>]>([
    ['two columns, one of date and time', '2026-11-13 10:00,4.5\n2026-11-13 10:10,-0.25\n', {}],
    [
      'three columns after a heading',
      'Logger 7\nDate;Time;°C\n13.11.2026;10:00:00;4,5\n13.11.2026;10:10:00;-0,25\n',
      {},
    ],
    ['four columns with a number', '1,11/13/2026,10:00 AM,4.5\n2,11/13/2026,10:10 AM,-0.25\n', {}],
    ['tabs', '13/11/26\t10:00\t4.5\n13/11/26\t10:10\t-0.25', {}],
    ['ISO times', '2026-11-13T10:00:00;4.5\r\n2026-11-13T10:10:00;-0.25\r\n', {}],
    [
      'a byte order mark and quotes',
      '\uFEFF"13.11.2026","10:00","4.5 °C"\n"13.11.2026","10:10","-0.25 °C"\n',
      {},
    ],
    [
      'named columns',
      '9;4.5;13.11.2026;10:00\n9;-0.25;13.11.2026;10:10\n',
      { columns: { date: 3, time: 4, temperature: 2 } },
    ],
    [
      'another zone',
      '2026-11-13 08:00,4.5\n2026-11-13 08:10,-0.25\n',
      { time_zone: 'Europe/London' },
    ],
    ['Fahrenheit', '2026-11-13 10:00,40.1\n2026-11-13 10:10,31.55\n', { unit: 'F' }],
  ])('with %s is read', (_, content, more) => {
    expect(read(content, more)).toEqual(two);
  });

  it.each<[string, string, string]>([
    ['no rows', 'Logger 7\n', 'content: No row holds a date'],
    ['dates that mean two days', '01.02.2026;10:00;4\n', 'date_order: No date of the file tells'],
    ['two columns of numbers', '13.11.2026;10:00;4;5\n', 'columns: Several columns'],
    ['a day that there is not', '31.11.2026;10:00;4\n', 'content: Line 1 holds a time that'],
    [
      'a word for a temperature',
      '13.11.2026;10:00;4\n13.11.2026;10:10;ERR\n',
      'content: Line 2 holds no temp',
    ],
    ['a temperature that nothing has', '13.11.2026;10:00;900\n', 'content: Line 1 holds no temp'],
    [
      'a time that is missing',
      '13.11.2026;10:00;4\n13.11.2026;;4\n',
      'content: Line 2 holds no date and',
    ],
  ])('with %s is refused, and says which', (_, content, detail) => {
    expect(refusalOf(content)).toEqual(expect.stringContaining(detail));
  });
});

const app = trackingTest();

it('files of a box are listed a page at a time, the one that begins last first', async () => {
  const own = app.as(app.tenant);
  const { id } = await own.createAsset({ identifier: 'LOGGED', kind: 'cool_box' });
  const { id: vehicle_id } = await own.createVehicle({ registration: 'LOG 1' });
  await own.createDevice({ device_id: 'LOG-7', vehicle_id });
  await own.bindAsset({ id, device_id: 'LOG-7', from: '2026-11-01T00:00:00Z' });
  const upload = (content: string, name?: string) =>
    own.uploadLoggerFile({ id, device_id: 'LOG-7', content, name });
  const last = await upload('2026-11-02 09:00,4\n2026-11-02 09:10,5\n', 'LOG-7.csv');
  const first = await upload('2026-11-01 09:00,4\n');
  expect(last).toMatchObject({ name: 'LOG-7.csv', readings: 2, jobs: [] });
  expect(first).toMatchObject({ name: null, from: '2026-11-01T07:00:00.000Z' });
  const page = { id, limit: 1 };
  expect(await own.listLoggerFiles(page)).toMatchObject({ data: [last], has_more: true });
  const next = await own.listLoggerFiles({ ...page, starting_after: last.id });
  expect(next).toMatchObject({ data: [first], has_more: false });
  expect(await app.call('listLoggerFiles', { id: 'absent' })).toEqual(refused('asset_not_found'));
});
