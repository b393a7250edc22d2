import type { Device as DeviceResource } from '@svc/contracts';

export interface DeviceRecord {
  id: string;
  device_id: string;
  vehicle_id: string;
  created_at: Date;
}

export const toDeviceResource = ({ created_at, ...device }: DeviceRecord): DeviceResource => ({
  object: 'device',
  ...device,
  created_at: created_at.toISOString(),
});
