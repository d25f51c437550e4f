import { memo } from 'react';
import { VEHICLE } from '../../rules/index.ts';
import type { Car } from './scheduleModel.ts';

const style = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Plate, and what tells cars apart. Plain elements: thousands of them pass by. */
export const CarHead = memo(function CarHead({ car }: { car: Car }) {
  return (
    <span style={{ minWidth: 0, opacity: car.status === VEHICLE.pending ? 0.75 : 1 }}>
      <b style={{ ...style, fontSize: 13, fontWeight: 600, fontStyle: car.carId === null ? 'italic' : 'normal' }}>
        {car.plate}
      </b>
      <span style={{ ...style, fontSize: 11 }}>
        {car.subModelName} · {car.storeName}
      </span>
    </span>
  );
});
