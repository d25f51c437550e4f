/** Where the company works. Coordinates are the real ones; addresses are plausible and belong to nobody. */
export const CITIES = [
  { id: 1, cityName: 'Bangkok', province: 'Bangkok', cityCode: 'BKK', latitude: 13.7563, longitude: 100.5018 },
  { id: 2, cityName: 'Phuket', province: 'Phuket', cityCode: 'HKT', latitude: 7.8804, longitude: 98.3923 },
  { id: 3, cityName: 'Chiang Mai', province: 'Chiang Mai', cityCode: 'CNX', latitude: 18.7883, longitude: 98.9853 },
  { id: 4, cityName: 'Pattaya', province: 'Chonburi', cityCode: 'PYX', latitude: 12.9236, longitude: 100.8825 },
  { id: 5, cityName: 'Koh Samui', province: 'Surat Thani', cityCode: 'USM', latitude: 9.512, longitude: 100.0136 },
  { id: 6, cityName: 'Krabi', province: 'Krabi', cityCode: 'KBV', latitude: 8.0863, longitude: 98.9063 },
] as const;

/** storeName, city, latitude, longitude, address, supplier, share of the fleet */
export const STORES = [
  ['Bangkok Suvarnabhumi Airport', 1, 13.69, 100.7501, '999 Moo 1, Nong Prue, Bang Phli, Samut Prakan 10540', 1, 44],
  ['Bangkok Don Mueang Airport', 1, 13.9126, 100.6068, '222 Vibhavadi Rangsit Road, Don Mueang, Bangkok 10210', 1, 30],
  ['Bangkok Sukhumvit', 1, 13.7373, 100.5603, '88 Sukhumvit 21 Road, Khlong Toei Nuea, Watthana, Bangkok 10110', 1, 26],
  ['Bangkok Ratchada', 1, 13.7663, 100.5735, '12 Ratchadaphisek Road, Huai Khwang, Bangkok 10310', 1, 18],
  ['Phuket Airport', 2, 8.1132, 98.3169, '222 Moo 6, Mai Khao, Thalang, Phuket 83110', 2, 48],
  ['Phuket Patong', 2, 7.8961, 98.2966, '55 Rat-U-Thit 200 Pi Road, Patong, Kathu, Phuket 83150', 2, 24],
  ['Phuket Old Town', 2, 7.884, 98.3879, '31 Thalang Road, Talat Yai, Mueang Phuket, Phuket 83000', 2, 16],
  ['Chiang Mai Airport', 3, 18.7669, 98.9626, '60 Mahidol Road, Suthep, Mueang Chiang Mai, Chiang Mai 50200', 1, 36],
  [
    'Chiang Mai Nimman',
    3,
    18.7964,
    98.9671,
    '14 Nimmanhaemin Road, Suthep, Mueang Chiang Mai, Chiang Mai 50200',
    1,
    18,
  ],
  ['Pattaya Central', 4, 12.9353, 100.8832, '333 Pattaya Sai 2 Road, Nong Prue, Bang Lamung, Chonburi 20150', 1, 18],
  ['Koh Samui Airport', 5, 9.5478, 100.0623, '99 Moo 4, Bo Phut, Ko Samui, Surat Thani 84320', 2, 12],
  ['Krabi Airport', 6, 8.0991, 98.9862, '133 Moo 5, Nuea Khlong, Krabi 81130', 2, 10],
] as const;

/** Delivery points by store number: name, latitude, longitude, fee to bring, fee to fetch (THB). */
export const DELIVERY_POINTS: Readonly<Record<number, readonly (readonly [string, number, number, number, number])[]>> =
  {
    1: [
      ['Suvarnabhumi arrival gate 4', 13.6925, 100.7507, 0, 0],
      ['Novotel Suvarnabhumi', 13.6936, 100.7539, 200, 200],
    ],
    2: [['Don Mueang terminal 1', 13.9132, 100.6042, 0, 0]],
    3: [
      ['Terminal 21 Asok', 13.7377, 100.5604, 0, 0],
      ['CentralWorld', 13.7466, 100.5393, 300, 300],
    ],
    4: [['Esplanade Ratchada', 13.7664, 100.5699, 0, 0]],
    5: [
      ['Phuket international arrivals', 8.1107, 98.3081, 0, 0],
      ['Laguna Phuket', 7.9965, 98.2932, 300, 300],
      ['Kata Beach', 7.8206, 98.2978, 500, 500],
    ],
    6: [
      ['Jungceylon Patong', 7.8916, 98.2995, 0, 0],
      ['Kamala Beach', 7.9567, 98.2852, 300, 300],
    ],
    7: [['Limelight Phuket', 7.8857, 98.3925, 0, 0]],
    8: [
      ['Chiang Mai arrivals hall', 18.7677, 98.9642, 0, 0],
      ['Tha Phae Gate', 18.7877, 98.9933, 200, 200],
    ],
    9: [['Maya shopping centre', 18.8022, 98.9672, 0, 0]],
    10: [
      ['Central Pattaya', 12.9346, 100.8834, 0, 0],
      ['Jomtien Beach', 12.8865, 100.8727, 250, 250],
    ],
    11: [['Samui ferry pier Nathon', 9.5362, 99.9347, 300, 300]],
    12: [['Ao Nang Beach', 8.0323, 98.8225, 400, 400]],
  };

export const SUPPLIERS = [
  {
    id: 1,
    name: 'Siam Star Car Rental Co., Ltd.',
    contact: 'Kanya Srisai',
    email: 'office@siamstar.example',
    bankName: 'KBANK',
    accountNo: '012-3-45678-9',
    taxId: '0105561000011',
  },
  {
    id: 2,
    name: 'Andaman Drive Co., Ltd.',
    contact: 'Anan Wongsa',
    email: 'office@andamandrive.example',
    bankName: 'SCB',
    accountNo: '111-2-33344-5',
    taxId: '0835562000022',
  },
] as const;

/** name, type (1 owner, 2 insurance, 3 maintenance), owner type (1 personal, 2 company) */
export const INSTITUTIONS = [
  ['Siam Star Leasing Co., Ltd.', 1, 2],
  ['Andaman Fleet Co., Ltd.', 1, 2],
  ['Lanna Motor Holding Co., Ltd.', 1, 2],
  ['Somchai Boonmee', 1, 1],
  ['Malee Jaidee', 1, 1],
  ['Krungthep General Insurance PCL', 2, null],
  ['Andaman Insurance PCL', 2, null],
  ['Sukhumvit Auto Service', 3, null],
  ['Phuket Quick Service', 3, null],
] as const;

/** A square of service area around a store, as a GeoJSON polygon. */
export function serviceArea(latitude: number, longitude: number, halfDegrees: number): Record<string, unknown> {
  const [south, north, west, east] = [
    latitude - halfDegrees,
    latitude + halfDegrees,
    longitude - halfDegrees,
    longitude + halfDegrees,
  ].map((value) => Number(value.toFixed(5)));
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
