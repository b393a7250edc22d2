import { jobs } from '@svc/contracts';
import { defineService, migrationsIn } from '@svc/kit/service';
import { assign, assignMany, undoAssignment, undoAssignments } from './actions/assign.ts';
import { book, bookBatch } from './actions/bookings.ts';
import { cancel } from './actions/cancel.ts';
import { checkWrites } from './actions/check-writes.ts';
import { getForCourier, runOfCourier } from './actions/courier-jobs.ts';
import { cancelForDesk, updateForDesk } from './actions/desk-changes.ts';
import {
  countUnassigned,
  getForDesk,
  listDelivered,
  listForDesk,
  listLive,
  locateForDesk,
} from './actions/desk-jobs.ts';
import { listIncidents, reportIncident } from './actions/incidents.ts';
import { get, handoverCode, list, locate } from './actions/jobs.ts';
import { getHub, planLegs } from './actions/legs.ts';
import {
  listCourierMessages,
  listMessages,
  readCourierMessages,
  readMessages,
  sendCourierMessage,
  sendMessage,
} from './actions/messages.ts';
import { addNote, listNotes } from './actions/notes.ts';
import { labels, labelsForDesk, waybill } from './actions/papers.ts';
import { reachMilestone } from './actions/reach-milestone.ts';
import { makeSamples } from './actions/samples.ts';
import { listTemplates, removeTemplate, saveTemplate } from './actions/templates.ts';
import { suggestDrivers, timeline } from './actions/timeline.ts';
import { track, trackByToken } from './actions/tracked-jobs.ts';
import { reportTransfer, transfer, transferMany } from './actions/transfer.ts';
import { update } from './actions/update.ts';
import { purpose } from './adapters/handover-codes.ts';
import { instructionColumns, instructionsPurpose } from './adapters/instruction-texts.ts';
import { config } from './config.ts';
import { calls, purge } from './define.ts';
import { onGeofenceEntered } from './reactions/on-geofence-entered.ts';
import { onManifestMismatched } from './reactions/on-manifest-mismatched.ts';
import { eraseFreeTexts } from './reactions/on-proof-erased.ts';
import { onReceptionCompleted } from './reactions/on-reception-completed.ts';
import { onTemperatureExcursion } from './reactions/on-temperature-excursion.ts';
import { purgeInstructions } from './schedules/purge-instructions.ts';
import { renewSamples } from './schedules/renew-samples.ts';
import { playScenario } from './tasks/play-scenario.ts';

export const jobsService = defineService({
  contract: jobs,
  calls,
  config,
  actions: {
    book,
    bookBatch,
    list,
    get,
    update,
    cancel,
    track,
    trackByToken,
    locate,
    locateForDesk,
    updateForDesk,
    cancelForDesk,
    handoverCode,
    labels,
    labelsForDesk,
    waybill,
    listDelivered,
    listForDesk,
    getForDesk,
    listLive,
    countUnassigned,
    listTemplates,
    saveTemplate,
    removeTemplate,
    assign,
    assignMany,
    undoAssignment,
    undoAssignments,
    transfer,
    reportTransfer,
    transferMany,
    planLegs,
    getHub,
    timeline,
    suggestDrivers,
    getForCourier,
    runOfCourier,
    reachMilestone,
    reportIncident,
    listIncidents,
    addNote,
    listNotes,
    sendMessage,
    listMessages,
    readMessages,
    sendCourierMessage,
    listCourierMessages,
    readCourierMessages,
    checkWrites,
    makeSamples,
  },
  reactions: [
    onGeofenceEntered,
    onManifestMismatched,
    onReceptionCompleted,
    onTemperatureExcursion,
  ],
  schedules: [purgeInstructions, renewSamples],
  tasks: [playScenario],
  purge: purge(['accounts'], { tables: ['job', 'job_count'] }),
  encrypted: [
    { table: 'job', column: 'handover_code', purpose },
    { table: 'job', column: 'pickup_code', purpose },
    ...instructionColumns.map((column) => ({
      table: 'job_instructions',
      column,
      purpose: instructionsPurpose,
    })),
  ],
  migrations: migrationsIn(import.meta.dirname),
  erasure: eraseFreeTexts,
});
