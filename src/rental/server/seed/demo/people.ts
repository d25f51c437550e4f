import type { Random } from 'forecourt/model';

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
const GIVEN =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英霞平刚桂华建国志强文博宇轩子涵欣怡梓萱浩然雨桐思远嘉琪晓东海燕丽华国庆雪梅俊杰佳宁天佑晨曦'.match(
    /.{1,2}/gu,
  )!;
const THAI_GIVEN = [
  'Somchai',
  'Somsak',
  'Anan',
  'Kittipong',
  'Nattapong',
  'Thanakorn',
  'Siriporn',
  'Malee',
  'Ploy',
  'Kanya',
  'Suda',
  'Wichai',
  'Prasert',
  'Niran',
  'Apinya',
  'Chanida',
];
const THAI_FAMILY = [
  'Srisai',
  'Wongsa',
  'Chaiyaporn',
  'Suksawat',
  'Rattanakul',
  'Phongphan',
  'Boonmee',
  'Saetang',
  'Jaidee',
  'Thongchai',
  'Kaewmanee',
  'Intharat',
];
const EU_GIVEN = ['Emma', 'Lukas', 'Olivia', 'James', 'Sophie', 'Daniel', 'Anna', 'Michael'];
const EU_FAMILY = ['Schmidt', 'Taylor', 'Dubois', 'Jensen', 'Rossi', 'Novak', 'Brown', 'Walker'];
const REGIONS = ['110101', '310104', '440106', '330102', '510107', '320102', '420106', '610103', '350203', '370202'];
const MOBILE_PREFIXES = ['138', '139', '136', '135', '150', '158', '186', '188', '177', '199'];

export interface Person {
  readonly name: string;
  readonly countryCode: string;
  readonly phone: string;
  /** 1 ID card, 2 passport, 3 Hong Kong and Macau permit, 4 Taiwan permit. */
  readonly idType: number;
  readonly idNo: string;
  readonly email: string | null;
}

/** Check digit of a Chinese resident identity card number. */
function checkDigit(body: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return '10X98765432'[weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11]!;
}

function chineseIdNo(random: Random): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const body = `${random.pick(REGIONS)}${random.int(1962, 2003)}${two(random.int(1, 12))}${two(random.int(1, 28))}${random.digits(3)}`;
  return body + checkDigit(body);
}

export const thaiName = (random: Random): string => `${random.pick(THAI_GIVEN)} ${random.pick(THAI_FAMILY)}`;
export const thaiMobile = (random: Random): string => `0${random.pick(['8', '9', '6'])}${random.digits(8)}`;
const chineseName = (random: Random): string => random.pick(SURNAMES) + random.pick(GIVEN);

/** A renter: mostly Chinese travellers, some Thai and European ones. */
export function renter(random: Random): Person {
  const kind = random.weighted([
    ['cn', 82],
    ['th', 11],
    ['eu', 7],
  ] as const);
  if (kind === 'cn') {
    const passport = random.chance(0.75);
    return {
      name: chineseName(random),
      countryCode: '+86',
      phone: random.pick(MOBILE_PREFIXES) + random.digits(8),
      idType: passport ? 2 : 1,
      idNo: passport ? `E${random.pick([...'ABCDEFGHJ'])}${random.digits(7)}` : chineseIdNo(random),
      email: random.chance(0.4) ? `${random.digits(9)}@qq.com` : null,
    };
  }
  if (kind === 'th') {
    return {
      name: thaiName(random),
      countryCode: '+66',
      phone: thaiMobile(random).slice(1),
      idType: 1,
      idNo: `${random.int(1, 8)}${random.digits(12)}`,
      email: null,
    };
  }
  const name = `${random.pick(EU_GIVEN)} ${random.pick(EU_FAMILY)}`;
  return {
    name,
    countryCode: '+44',
    phone: `7${random.digits(9)}`,
    idType: 2,
    idNo: random.digits(9),
    email: `${name.toLowerCase().replace(' ', '.')}${random.int(1, 99)}@example.com`,
  };
}
