/** Suspect values of a job's trace, and a person's decision on them. */
import { type TemperatureChart, tracking } from '@svc/contracts';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { area, choice } from '../../../form/field.ts';
import { withId } from '../../../form/form-fields.ts';
import type { FormView } from '../../../form/form-view.ts';
import { form } from '../../../route/route.ts';
import { suspectLabels } from '../rows/labels.ts';
import { table } from '../rows/table.ts';
import { jobPath } from './hand-offs.ts';
import type { DeskJobDetail } from './job-data.ts';

export const decideSuspects = form(tracking, 'decideSuspects', {
  path: '/desk/jobs/{id}/suspect-values',
  access: 'ops:dispatch',
  fields: {
    decision: choice(suspectLabels, { label: 'What they were', first: 'Choose' }),
    reason: area(tracking.actions.decideSuspects.input.shape.reason, {
      label: 'How you know',
      hint: 'Final: a further certificate is issued. Names nobody.',
      missing: 'Say how you know.',
    }),
  },
  input: withId,
  home: jobPath,
});

/** The form stands there after the hand-over and while nobody has decided. */
export function suspectsView(
  { suspects = [] }: TemperatureChart,
  { id, status }: Pick<DeskJobDetail, 'id' | 'status'>,
  forms: FormView,
): Html | undefined {
  if (suspects.length === 0) return undefined;
  const isOpen = suspects.some(({ decision }) => decision === null);
  return html`${table({
    label: 'Suspect values',
    caption: 'Sensors send 85 and -127 °C when they measure nothing',
    columns: ['When', 'Probe', 'Value', 'Decision'],
    rows: suspects.map(
      ({ at, device_id, temperature_c, decision }) =>
        html`<th scope="row">${formatDateTime(new Date(at))}</th><td>${device_id}</td>
<td>${temperature_c} °C</td><td>${decision ? suspectLabels[decision] : 'Open'}</td>`,
    ),
  })}${isOpen && status === 'delivered' ? decisionForm(id, forms) : undefined}`;
}

const decisionForm = (id: string, forms: FormView): Html =>
  forms.show(decideSuspects, {
    ...{ params: { id }, prefix: 'suspects', submit: 'Record what the suspect values were' },
  });
