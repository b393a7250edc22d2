/** The forms of a job's operations. */
import { handOffs } from '@svc/contracts';
import type { Html } from '@svc/web/html';
import type { FormView } from '../../../form/form-view.ts';
import { assign, transferAtDesk } from './assign.ts';
import { assignForm, transferForm } from './assign-form.ts';
import { cancelAtDesk, changeAtDesk, deskCancelForm, deskChangeForm } from './desk-changes.ts';
import { handOffForms, handOffView } from './hand-offs.ts';
import type { JobPageData } from './job-data.ts';
import { legsForm, planLegs } from './legs.ts';
import { isHandOff, type JobOperation } from './operations.ts';

interface OperationContext {
  data: JobPageData;
  forms: FormView;
  now: Date;
}

const deskTitles = {
  assign: 'Assign driver and vehicle',
  transfer: 'Transfer to another driver',
  legs: 'Plan legs over hubs',
  change: 'Change note and contacts',
  cancel: 'Cancel',
};
const deskForms = {
  assign: assignForm,
  transfer: transferForm,
  legs: legsForm,
  change: deskChangeForm,
  cancel: deskCancelForm,
};

export const operationTitle = (operation: JobOperation): string =>
  isHandOff(operation) ? handOffs[operation].done : deskTitles[operation];

const deskOperations = {
  assign,
  transfer: transferAtDesk,
  legs: planLegs,
  change: changeAtDesk,
  cancel: cancelAtDesk,
};
const sentBy = (operation: JobOperation) => {
  if (isHandOff(operation)) return handOffForms[operation];
  return deskOperations[operation];
};

/** Whether the page shows why the form was refused. */
export const isRefused = (operation: JobOperation, { data: { id }, forms }: OperationContext) =>
  forms.isRefused(sentBy(operation), { params: { id } });

export const operationForm = (operation: JobOperation, context: OperationContext): Html =>
  isHandOff(operation) ? handOffView(operation, context) : deskForms[operation](context);
