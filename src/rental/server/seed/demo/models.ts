/** brand, model, sub-model, displacement, category, body type, level, seats, doors, luggage, fuel, transmission, daily THB, monthly THB, deposit THB, share */
export const MODELS = [
  ['Toyota', 'Yaris', '1.2 Sport', '1.2L', 1, 2, 1, 5, 5, 2, 2, 1, 890, 17800, 3000, 36],
  ['Toyota', 'Yaris Ativ', '1.2 Premium', '1.2L', 1, 1, 1, 5, 4, 2, 2, 1, 950, 19000, 3000, 34],
  ['Toyota', 'Corolla Altis', '1.8 Hybrid', '1.8L', 2, 1, 2, 5, 4, 3, 7, 1, 1350, 27000, 5000, 22],
  ['Toyota', 'Camry', '2.5 Hybrid', '2.5L', 3, 1, 3, 5, 4, 3, 7, 1, 2400, 48000, 8000, 10],
  ['Toyota', 'Fortuner', '2.4 V', '2.4L', 4, 3, 3, 7, 5, 4, 4, 1, 2200, 44000, 8000, 20],
  ['Toyota', 'Hilux Revo', '2.4 Prerunner', '2.4L', 7, 5, 2, 5, 4, 5, 4, 2, 1450, 29000, 5000, 14],
  ['Toyota', 'Commuter', '2.8 Van', '2.8L', 6, 6, 2, 12, 4, 6, 4, 1, 2800, 56000, 10000, 8],
  ['Honda', 'City', '1.0 Turbo SV', '1.0L', 1, 1, 1, 5, 4, 2, 2, 1, 990, 19800, 3000, 34],
  ['Honda', 'Jazz', '1.5 S', '1.5L', 1, 2, 1, 5, 5, 2, 2, 1, 950, 19000, 3000, 16],
  ['Honda', 'Civic', '1.5 Turbo EL', '1.5L', 2, 1, 2, 5, 4, 3, 2, 1, 1500, 30000, 5000, 18],
  ['Honda', 'HR-V', 'e:HEV E', '1.5L', 4, 3, 2, 5, 5, 3, 7, 1, 1650, 33000, 5000, 20],
  ['Honda', 'CR-V', '2.0 e:HEV', '2.0L', 4, 3, 3, 7, 5, 4, 7, 1, 2300, 46000, 8000, 12],
  ['Nissan', 'Almera', '1.0 Turbo VL', '1.0L', 1, 1, 1, 5, 4, 2, 2, 1, 850, 17000, 3000, 18],
  ['Isuzu', 'MU-X', '3.0 Ultimate', '3.0L', 4, 3, 3, 7, 5, 4, 4, 1, 2350, 47000, 8000, 10],
  ['Mazda', '2', '1.3 SP', '1.3L', 1, 2, 1, 5, 5, 2, 2, 1, 880, 17600, 3000, 10],
  ['BYD', 'Dolphin', 'Extended Range', 'EV', 1, 2, 2, 5, 5, 2, 8, 1, 1200, 24000, 5000, 12],
  ['BYD', 'Atto 3', 'Extended', 'EV', 4, 3, 2, 5, 5, 3, 8, 1, 1700, 34000, 5000, 6],
] as const;

export const COLOURS = ['White', 'Black', 'Silver', 'Grey', 'Red', 'Blue', 'Pearl white'];
export const PLATE_LETTERS = [...'กขคฆงจฉชฌญฎฐฒณตถทธนบผพภมยรลวศษสหฬอฮ'];
