/** Rows of compliance documents in a form: kind and last day, each row empty or complete. */
import { tracking } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { z } from 'zod';
import { textField } from '../fields.ts';
import type { FormEntries } from '../form-view.ts';
import { formatDay } from '../local-time.ts';
import { marked } from './board-table.ts';
import { documentMark } from './documents.ts';
import { wordsOf } from './labels.ts';

const { documents } = tracking.actions.createDriver.input.shape;
type Paper = z.output<typeof documents>[number];

/** More are added over the API. */
const rows = [1, 2, 3] as const;

export function readDocuments(
  entered: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): Paper[] {
  return rows.flatMap((row) => {
    const document = entryOf(entered[`document_${row}`]);
    const expires_on = entryOf(entered[`expires_on_${row}`]);
    if (document === '' && expires_on === '') return [];
    if (document === '' || document.length > 60) {
      context.addIssue({
        code: 'custom',
        path: [`document_${row}`],
        message: 'Which document is it? At most 60 characters.',
      });
    }
    if (!z.iso.date().safeParse(expires_on).success) {
      context.addIssue({
        code: 'custom',
        path: [`expires_on_${row}`],
        message: 'Its last day, e.g. 2027-01-31.',
      });
    }
    return [{ document, expires_on }];
  });
}

const entryOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const documentFields = (kinds: readonly string[], entries: FormEntries): Html =>
  html`${rows.map(
    (row) => html`<fieldset><legend>Document ${row}, if any</legend>
${textField({ name: `document_${row}`, label: 'Kind', hint: `e.g. ${kinds.join(', ')}`, maxLength: 60 }, entries)}
${textField({ name: `expires_on_${row}`, label: 'Valid through', type: 'date' }, entries)}</fieldset>`,
  )}`;

/** Documents of a row of a list, those that expire marked. */
export const documentList = (papers: readonly Paper[], now: Date): Html =>
  papers.length === 0
    ? html`None on file`
    : html`<ul>${papers.map((paper) => {
        const mark = documentMark(paper, { now });
        const until =
          mark === undefined ? html`until ${formatDay(paper.expires_on)}` : marked(mark);
        return html`<li>${wordsOf(paper.document)}: ${until}</li>`;
      })}</ul>`;
