/** An environment with a carrier whose drivers have the app, and a sender who books. */
import { accounts, custody, jobs, type Requirements, tracking } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import { newRegistration } from '../desk.ts';
import type { Stage } from '../environment.ts';
import { projected } from '../projection.ts';

const sides = { accounts, custody, jobs, tracking };
type Side = ReturnType<typeof createClients<typeof sides>>;

export interface CourierStand {
  stage: Stage;
  origin: string;
  sender: Side;
  desk: Side;
  /** A driver with a vehicle, and the token that enrols a device. */
  newDriver(): Promise<Driver>;
}

export interface Driver {
  id: string;
  vehicle: { id: string; registration: string };
  /** Registers one device. */
  enrolment: string;
  /** A job that is assigned to the driver. */
  job(options?: JobOptions): Promise<BookedJob>;
  newEnrolment(): Promise<string>;
}

/** Events of the job's chain, with all that jobs has of it: custody appends by a consumer of its own. */
export async function chainOf({ stage, sender }: CourierStand, id: string) {
  await projected(stage, id);
  return (await sender.custody.record({ id })).events;
}

interface JobOptions {
  requirements?: Requirements;
  parcels?: number;
}

export interface BookedJob {
  id: string;
  ref: string;
  /** The recipient's; undefined where none is required. */
  code: string | undefined;
  /** Code that the sender tells at the pickup; undefined where none is required. */
  pickupCode: string | undefined;
}

const allProof = { otp: true, id_check: true, signature: true, photo: true };

export function courierStandOf(stage: Stage): CourierStand {
  const as = (tenant: string): Side =>
    createClients(sides, stage.transport, { tenant, actor: 'desk', requestId: 'test' });
  const [sender, desk] = [as('ten_demo'), as('ten_operator')];
  const book = async ({ requirements = allProof, parcels = 1 }: JobOptions) =>
    sender.jobs.book({
      sku: 'LAB-COLD',
      pickup_site_id: 'site_demo_cli-0',
      dropoff_site_id: 'site_demo_lab-0',
      ...{ parcels, requirements },
    });
  const newDriver = async (): Promise<Driver> => {
    const { id } = await desk.tracking.createDriver({ first_name: 'Naledi', last_name: 'Mokoena' });
    const vehicle = await desk.tracking.createVehicle({ registration: newRegistration() });
    const newEnrolment = async () => {
      const made = await desk.tracking.createDeviceEnrolment({ id });
      return made.initial_access_token;
    };
    const job = async (options: JobOptions = {}): Promise<BookedJob> => {
      const booked = await book(options);
      const crew = { driver_id: id, vehicle_id: vehicle.id };
      await desk.jobs.assign({ id: booked.id, ...crew });
      const { otp, pickup_otp = false }: Requirements = options.requirements ?? allProof;
      const codes =
        otp || pickup_otp ? await sender.jobs.handoverCode({ id: booked.id }) : undefined;
      const code = otp ? codes?.code : undefined;
      return { id: booked.id, ref: booked.ref, code, pickupCode: codes?.pickup_code ?? undefined };
    };
    return { id, vehicle, enrolment: await newEnrolment(), job, newEnrolment };
  };
  const origin = stage.publicUrl;
  return { stage, origin, sender, desk, newDriver };
}
