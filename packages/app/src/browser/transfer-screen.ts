/** Parcels change hands on the way: one courier shows what he gives, the other reads and takes it. */
import type { ActionFields, TransferHalf } from '../domain/action.ts';
import { readCelsius, transferEntries } from '../domain/entries.ts';
import {
  compareSeals,
  countParcels,
  type GivenJob,
  readTransferCode,
  transferCodes,
} from '../domain/transfer-code.ts';
import type { ExpectedJob } from './api-answers.ts';
import type { App, Screen } from './app.ts';
import { readProgress } from './database.ts';
import { element } from './dom.ts';
import { runLink } from './done-parts.ts';
import { recentPlace } from './place.ts';
import { qrPicture } from './qr-picture.ts';
import { recordTransfers } from './records.ts';
import { plural, readJob } from './run-stops.ts';
import { scanCodes } from './scanner.ts';
import { noRoom, thumbBar } from './step-buttons.ts';
import { fieldPart, showFaults } from './step-fields.ts';
import { beginQuiet, buzz } from './taps.ts';
import { StorageFull } from './transactions.ts';
import { actionLabels, clockTime } from './words.ts';

export async function giveScreen(app: App): Promise<Screen> {
  const { transfer_code: code } = await readProgress(app.db);
  const jobs = await onBoard(app);
  if (code === undefined || jobs.length === 0) {
    const why = code === undefined ? 'This needs a network once.' : 'Nothing is on board.';
    return { title: titles.give, isLive: true, parts: [element('p', {}, why), runLink()] };
  }
  const codes = transferCodes(code, jobs);
  const symbols = codes.map((each, n) =>
    element(
      'figure',
      { class: 'qr' },
      qrPicture(each),
      element('figcaption', {}, codes.length > 1 ? `Code ${n + 1} of ${codes.length}` : ''),
    ),
  );
  const intro = `The other courier opens “${titles.take_over}” and reads ${codes.length > 1 ? 'these codes' : 'this code'}.`;
  return {
    title: titles.give,
    isLive: false,
    parts: [
      element('p', {}, intro),
      ...symbols,
      transferForm(app, { side: 'give', jobs, code: '' }),
    ],
  };
}

export async function takeScreen(app: App): Promise<Screen> {
  const known = new Map<string, GivenJob>();
  let giver = '';
  const place = element('div', {});
  const { hub, expected = [] } = await readProgress(app.db);
  const list = expectedList(expected);
  const state = element('p', { role: 'status' }, 'Nothing read yet.');
  const take = (text: string) => {
    const read = readTransferCode(text);
    if (!read) {
      state.textContent = 'This is not the code of another courier.';
      return;
    }
    if (read.code !== giver) known.clear();
    giver = read.code;
    // A form that is filled in stays as it is.
    if (read.jobs.every(({ id }) => known.has(id))) return;
    for (const job of read.jobs) known.set(job.id, job);
    const jobs = [...known.values()];
    list.open = false;
    state.textContent = `${plural(jobs.length, 'job')}: ${jobs.map(({ ref }) => ref).join(', ')}`;
    place.replaceChildren(
      transferForm(app, {
        ...{ side: 'take_over', jobs, code: read.code, expected },
        values: { registration: hub ?? '' },
      }),
    );
  };
  const scan = () => scanCodes({ label: "the other courier's phone", isSeries: true, take });
  const typed = element('input', { id: 'typed-code', autocomplete: 'off', spellcheck: 'false' });
  typed.addEventListener('change', () => {
    if (typed.value !== '') take(typed.value);
    typed.value = '';
  });
  return {
    title: titles.take_over,
    isLive: false,
    parts: [
      element('button', { type: 'button', class: 'next', onclick: scan }, 'Read the other phone'),
      element('label', { for: 'typed-code' }, 'Or type the code'),
      typed,
      list,
      state,
      place,
    ],
  };
}

const titles: Readonly<Record<TransferHalf, string>> = {
  give: actionLabels('give').label,
  take_over: actionLabels('take_over').label,
};

async function onBoard({ db }: App): Promise<GivenJob[]> {
  const found = await Promise.all((await db.getAllKeys('job')).map((id) => readJob(db, id)));
  return found.flatMap((each) => {
    const { id, ref, seal, status } = each?.job ?? {};
    if (!id || !ref || !seal || !status || !onBoardStates.has(status)) return [];
    return [{ id, ref, seal }];
  });
}
const onBoardStates: ReadonlySet<string> = new Set(['collected', 'in_transit', 'exception']);

interface Subject {
  side: TransferHalf;
  jobs: readonly GivenJob[];
  code: string;
  /** Jobs that are taken over at hubs. */
  expected?: readonly ExpectedJob[];
  values?: Readonly<Record<string, string>>;
}

/** Jobs that the keeper of a hub waits for, or that wait at a hub for this courier. */
const expectedList = (expected: readonly ExpectedJob[]): HTMLDetailsElement =>
  element(
    'details',
    { open: true, hidden: expected.length === 0 },
    element('summary', {}, `Expected, ${plural(expected.length, 'job')}`),
    element(
      'ul',
      {},
      ...expected.map(({ ref, parcels, hub, due_at }) => {
        const due = due_at === null ? '' : `, due ${clockTime(due_at)}`;
        return element('li', {}, `${ref}: ${plural(parcels, 'parcel')} at ${hub.name}${due}`);
      }),
    ),
  );

function transferForm(app: App, subject: Subject): HTMLElement {
  const { side, jobs, values = {} } = subject;
  const alert = element('p', { role: 'alert', class: 'bad' });
  const fields = Object.entries(transferEntries[side]).map(([name, field]) =>
    fieldPart({ key: name, name, field }, values[name] ?? '', { type: 'incident', jobs: [] }),
  );
  const button = element('button', { class: 'next' }, `Record for ${plural(jobs.length, 'job')}`);
  const form = element(
    'form',
    { novalidate: true, autocomplete: 'off' },
    ...fields,
    thumbBar(alert, element('div', { class: 'pair' }, runLink(), button)),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    void submit(app, form, { ...subject, alert }).finally(() => {
      button.disabled = false;
    });
  });
  return form;
}

async function submit(
  app: App,
  form: HTMLFormElement,
  { side, jobs, code, expected = [], alert }: Subject & { alert: HTMLElement },
): Promise<void> {
  alert.textContent = '';
  const text = (name: string) => String(new FormData(form).get(name) ?? '').trim();
  const compared = compareSeals(jobs, { seals: text('seals'), reason: text('reason') });
  const known = new Map(expected.map((job) => [job.id, job]));
  const counted = countParcels(jobs, { parcels: text('parcels'), units: text('units'), known });
  const registration = text('registration');
  const temperature =
    text('box_temperature_c') === '' ? undefined : readCelsius(text('box_temperature_c'));
  const faults = {
    ...('faults' in compared && compared.faults),
    ...('faults' in counted && counted.faults),
    ...(temperature && 'fault' in temperature && { box_temperature_c: temperature.fault }),
    ...(side === 'take_over' && registration === '' && { registration: 'Say which vehicle.' }),
  };
  showFaults(form, faults);
  if ('faults' in compared || 'faults' in counted || Object.keys(faults).length > 0)
    return buzz('fault');
  const common: ActionFields = {
    ...(temperature && 'value' in temperature && { box_temperature_c: temperature.value }),
    ...(side === 'take_over' && { code, registration }),
  };
  const reason = text('reason');
  const acts = compared.jobs.map(({ id, ref, seal, isCompared }) => ({
    job_id: id,
    ref,
    fields: {
      ...{ ...common, ...(isCompared ? { seal } : { reason }) },
      ...(counted.counts.has(id) && { parcels_scanned: counted.counts.get(id) ?? 0 }),
      ...(counted.units.get(id)?.length && { units: counted.units.get(id) }),
    },
  }));
  try {
    await recordTransfers(app.db, { side, acts, position: recentPlace() });
  } catch (error) {
    alert.textContent = error instanceof StorageFull ? noRoom : 'Nothing was recorded. Try again.';
    if (!(error instanceof StorageFull)) throw error;
    return;
  }
  beginQuiet();
  await app.stored();
  app.go('#device');
}
