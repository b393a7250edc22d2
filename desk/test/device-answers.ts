/** Answers about devices of drivers. */
import type { CourierDevice, OutputOf, tracking } from '@svc/contracts';
import { pageOf } from './desk-answers.ts';
import type { Services } from './services.ts';

const deviceEnrolment: OutputOf<(typeof tracking)['actions']['createDeviceEnrolment']> = {
  object: 'device_enrolment',
  driver_id: 'drv_1',
  initial_access_token: 'the-initial-access-token',
  expires_at: '2026-11-03T08:00:00.000Z',
};

const courierDevice: CourierDevice = {
  object: 'courier_device',
  id: 'cdv_1',
  driver_id: 'drv_1',
  name: 'Android 16 of 2026-11-02',
  key_thumbprint: 'thumbprint',
  created_at: '2026-11-02T08:00:00.000Z',
  last_used_at: null,
};

export function answerDevices({ answers }: Services): void {
  answers.set('tracking.createDeviceEnrolment', () => ({ ok: deviceEnrolment }));
  answers.set('accounts.listCourierDevices', () => pageOf([courierDevice]));
  answers.set('accounts.removeCourierDevice', () => ({
    ok: { id: courierDevice.id, object: 'courier_device', deleted: true },
  }));
}
