/**
 * What a hall sends of a game, as its Python structs define it (table/view.py, table/looks/): fields
 * that have their default value are left out. For the type checker only; browsers never load it.
 */

import type { Sentence } from "../core/text.js";

export type { Sentence };

// ---- views --------------------------------------------------------------------------------------

export type Cell = {
  site: string;
  x: number;
  y: number;
  shape?: string;
  ground?: string;
  label?: string;
};
export type Label = { text: string; x: number; y: number };
export type Edge = { colour: string; x1: number; y1: number; x2: number; y2: number };
export type Board = { cells: Cell[]; labels?: Label[]; edges?: Edge[] };
export type Layer = "ground" | "block" | "guard" | "unit";

export type Piece = {
  id: string;
  site: string;
  kind: string;
  letter: string;
  seat?: number | null;
  colour?: string;
  layer?: Layer;
  stats?: Record<string, number>;
  holds?: string;
  condition?: string;
  hidden?: boolean;
};

export type Mark = { kind: string; sites: string[]; seat?: number | null };
export type Button = { site: string; label: string };
export type Panel = {
  seat: number;
  name: string;
  colour?: string;
  alive?: boolean;
  acting?: boolean;
  counters?: Record<string, number>;
};

export type View = {
  seat: number | null;
  pieces: Piece[];
  marks: Mark[];
  buttons: Button[];
  panels: Panel[];
  status: Sentence;
  prompt: Sentence | null;
};

export type Cause = { kind: string; piece: string; sites: string[]; by?: number };
export type Changes = {
  gone?: string[];
  put?: Piece[];
  marks?: Mark[] | null;
  buttons?: Button[] | null;
  panels?: Panel[] | null;
  status?: Sentence | null;
  prompt?: [Sentence | null] | null;
  causes?: Cause[];
};

// ---- looks --------------------------------------------------------------------------------------

export type Drawing = { solid?: string; lines?: string; cuts?: string };
export type Tint = { fill: string; ink: string };
export type Tints = { light: Tint; dark: Tint };

export type PieceLook = {
  name: Sentence;
  about?: Sentence | null;
  symbol?: Drawing | null;
  base?: string | null;
  ground?: string;
  letter?: boolean;
};
export type StatLook = {
  name: Sentence;
  show?: "bar" | "number";
  most?: string;
  symbol?: Drawing | null;
};
export type ConditionLook = {
  name: Sentence;
  show?: "faded" | "badge";
  symbol?: Drawing | null;
};
export type ItemLook = { name: Sentence; about?: Sentence | null; symbol?: Drawing | null };
export type ButtonLook = { label: Sentence; role?: "plain" | "main" | "pass" | "dangerous" };
export type ColourLook = Tints & { name: Sentence };
export type GroundLook = Tints & { name: Sentence; symbol?: Drawing | null };
export type MarkLook = { name: Sentence; light: string; dark: string };

export type Looks = {
  pieces: Record<string, PieceLook>;
  stats: Record<string, StatLook>;
  conditions: Record<string, ConditionLook>;
  items: Record<string, ItemLook>;
  counters: Record<string, Sentence>;
  buttons: Record<string, ButtonLook>;
  grounds: Record<string, GroundLook>;
  colours: Record<string, ColourLook>;
  marks: Record<string, MarkLook>;
};

/** A stat as it is shown: its value, and its bound if it has one. */
export type ShownStat = { key: string; look: StatLook; value: number; most: number | null };

// ---- paths --------------------------------------------------------------------------------------

/** Each site leads to another branch, or to the number of an action. */
export type Branch = { [site: string]: number | Branch };
export type Choice = { action: number; path: string[]; danger: Sentence | null };

// ---- what is drawn ------------------------------------------------------------------------------

/** A place in hundredths of a cell. */
export type Point = { x: number; y: number };
export type Place = Point & { size: number };
export type PlacedPiece = Place & { piece: Piece; alone: boolean };
export type Shown = { element: SVGGElement; body: SVGGElement; placed: PlacedPiece; drawn: string };
export type Box = { x: number; y: number; width: number; height: number };

export type Layout = {
  cells: Map<string, Cell>;
  /** Sites that are not on the board, in rows below it. */
  tray: Cell[];
  labels: Label[];
  /** The size of labels. */
  lettering: number;
  edges: Edge[];
  /** Everything that is drawn. */
  box: Box;
};

/** A touched cell; unsure where a finger covers several that may be touched. */
export type Target = { site: string; unsure: boolean };

/** What a board does with touches. */
export type Touches = {
  ready(): boolean;
  /** May this site be touched next, or taken back? */
  inReach(site: string): boolean;
  touch(target: Target): void;
  /** May a drag begin here? If so, it has begun. */
  grab(from: string): boolean;
  drop(from: string, to: Target | null): void;
  hover(site: string | null): void;
};
