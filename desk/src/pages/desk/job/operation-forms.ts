/** The forms of a job's operations. */
import { handOffs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import type { FormView } from '../../../form/form-view.ts';
import { assign } from './assign.ts';
import { assignForm } from './assign-form.ts';
import { cancelAtDesk, changeAtDesk, deskCancelForm, deskChangeForm } from './desk-changes.ts';
import { handOffForms, handOffView } from './hand-offs.ts';
import type { JobPageData } from './job-data.ts';
import { isHandOff, type JobOperation } from './operations.ts';

interface OperationContext {
  data: JobPageData;
  forms: FormView;
  now: Date;
}

const deskTitles = {
  assign: 'Assign driver and vehicle',
  change: 'Change note and contacts',
  cancel: 'Cancel',
};
const deskForms = { assign: assignForm, change: deskChangeForm, cancel: deskCancelForm };

export const operationTitle = (operation: JobOperation): string =>
  isHandOff(operation) ? handOffs[operation].done : deskTitles[operation];

const sentBy = (operation: JobOperation) => {
  if (isHandOff(operation)) return handOffForms[operation];
  return { assign, change: changeAtDesk, cancel: cancelAtDesk }[operation];
};

/** Whether the page shows why the form was refused. */
export const isRefused = (operation: JobOperation, { data: { id }, forms }: OperationContext) =>
  forms.isRefused(sentBy(operation), { params: { id } });

export const operationForm = (operation: JobOperation, context: OperationContext): Html =>
  isHandOff(operation) ? handOffView(operation, context) : deskForms[operation](context);
