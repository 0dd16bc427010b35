// What is so of a norm in a layout: counts, shapes, the call, and what is worth noticing.

import { FEATURES, LAYOUTS, POSITIONS } from "./arithmetic.mjs";

export const NAMES = {
  batch: "batch norm",
  layer: "layer norm",
  instance: "instance norm",
  group: "group norm",
  rms: "RMS norm",
  channel: "channel norm",
};

/** A tuple as Python writes it, in which no line breaks. */
export function tuple(values) {
  return values.length === 1 ? `(${values[0]},)` : `(${values.join(",\u00a0")})`;
}

/** The sizes of γ. */
export function parameterShape({ tensor, norm, batch }) {
  const whole = tensor === "NCHW" && (norm === "layer" || norm === "rms");
  return whole ? LAYOUTS.NCHW.sizes(batch).slice(1) : [FEATURES];
}

/** The rows of the table: the fact, and what it is here. */
export function facts(state, sets) {
  const { norm } = state;
  const shape = parameterShape(state);
  const count = shape.reduce((product, size) => product * size);
  const [each, over] = axesOf(state);
  const many = `${sets.length}, one for each ${each}`;
  const isRms = norm === "rms";
  const isBatch = norm === "batch";
  return [
    ["means", isRms ? "none" : many],
    ["variances", isRms ? `none, but mean squares: ${many}` : many],
    ["values in each set", `${sets[0].x.length}, over ${over}`],
    [
      "γ and β",
      isRms
        ? `γ of shape ${tuple(shape)}, no β: ${count} numbers`
        : `each of shape ${tuple(shape)}: ${2 * count} numbers`,
    ],
    ["depends on the other samples", isBatch ? "yes, in training, where there are any" : "no"],
    [
      "with a batch of 1",
      isBatch
        ? `each set is the ${POSITIONS} values of a ${feature(state)} in that sample`
        : "nothing changes",
    ],
  ];
}

/** What names a set, and what it extends over. */
function axesOf({ tensor, norm, groups }) {
  const isImage = tensor === "NCHW";
  const [d, places, at] = isImage ? ["c", "H and W", "n, h and w"] : ["d", "T", "n and t"];
  const features = isImage ? "C" : "D";
  const size = FEATURES / groups;
  const some = `${size} ${isImage ? "channel" : "feature"}${size > 1 ? "s" : ""}`;
  const channel = [at, features];
  const layer = isImage ? ["n", "C, H and W"] : channel;
  return {
    batch: [d, isImage ? "N, H and W" : "N and T"],
    layer,
    rms: layer,
    instance: [`n and ${d}`, places],
    group: ["n and group", isImage ? `${some}, H and W` : `T and ${some}`],
    channel,
  }[norm];
}

/** The call in PyTorch, in pieces between which a line may break. */
export function call({ tensor, norm, groups }) {
  if (tensor === "NTD") {
    const channelsFirst = ["(x.transpose(1, 2))", ".transpose(1, 2)"];
    return {
      batch: [`nn.BatchNorm1d(${FEATURES})`, ...channelsFirst],
      layer: [`nn.LayerNorm(${FEATURES})(x)`],
      rms: [`nn.RMSNorm(${FEATURES}, eps=1e-5)(x)`],
      instance: [`nn.InstanceNorm1d(${FEATURES}, affine=True)`, ...channelsFirst],
      group: [`nn.GroupNorm(${groups}, ${FEATURES})`, ...channelsFirst],
      channel: [`nn.LayerNorm(${FEATURES})(x)`],
    }[norm];
  }
  const shape = `[${LAYOUTS.NCHW.sizes(1).slice(1).join(", ")}]`;
  return {
    batch: [`nn.BatchNorm2d(${FEATURES})(x)`],
    layer: [`nn.LayerNorm(${shape})(x)`],
    rms: [`nn.RMSNorm(${shape}, eps=1e-5)(x)`],
    instance: [`nn.InstanceNorm2d(${FEATURES}, affine=True)(x)`],
    group: [`nn.GroupNorm(${groups}, ${FEATURES})(x)`],
    channel: [`nn.LayerNorm(${FEATURES})`, "(x.permute(0, 2, 3, 1))", ".permute(0, 3, 1, 2)"],
  }[norm];
}

/** What is worth noticing in this state. */
export function lesson(state) {
  return { batch, layer, rms, instance, group, channel }[state.norm](state);
}

const feature = ({ tensor }) => (tensor === "NTD" ? "feature" : "channel");

function batch(state) {
  const one = feature(state);
  if (state.batch === 1) {
    return `With one sample, training takes the μ and σ² of each ${one} from that sample alone: here batch norm is instance norm. Evaluation uses running averages instead. PyTorch refuses to train only where a ${one} has a single value; here it has ${POSITIONS}.`;
  }
  return `The filled cells lie in every sample: the x̂ of one depends on which others are in the batch. That is training; evaluation uses running averages of μ and σ², and no sample sees another.`;
}

function layer({ tensor }) {
  if (tensor === "NTD") {
    return "Each position of each sample has a μ and a σ² of its own. Nothing that stands at another position or in another sample changes its x̂.";
  }
  return "Each sample has one μ and one σ². γ and β have a value for each channel and pixel, so this layer takes images of one size only.";
}

function rms({ tensor }) {
  const sets = tensor === "NTD" ? "of layer norm" : "of layer norm over (C, H, W)";
  return `The sets are those ${sets}, but no mean is subtracted: x is divided by its root mean square and keeps its sign. No x is negative here, so no x̂ is.`;
}

function instance(state) {
  const kind = state.tensor === "NTD" ? "1d" : "2d";
  return `Each ${feature(state)} of each sample has a μ and a σ² of its own. nn.InstanceNorm${kind} has γ and β only if asked for, by affine=True.`;
}

function group(state) {
  const one = feature(state);
  if (state.groups === FEATURES) {
    return `A group for each ${one}: these are the sets, and the x̂, of instance norm.`;
  }
  if (state.groups > 1) {
    return `Each group of ${FEATURES / state.groups} neighbouring ${one}s of each sample has a μ and a σ² of its own. γ and β still have a value for each ${one}.`;
  }
  if (state.tensor === "NTD") {
    return "One group is a whole sample, all positions together. That is not layer norm of (N, T, D), where each position stands alone.";
  }
  return "One group is a whole sample: the μ, σ² and x̂ of layer norm over (C, H, W). Only γ and β differ: one for each channel here, one for each value there.";
}

function channel({ tensor }) {
  if (tensor === "NTD") {
    return "Over the features of each position: on (N, T, D) this is the same as layer norm. The two differ on (N, C, H, W).";
  }
  return "Each pixel of each sample has a μ and a σ² over its channels, as in ConvNeXt: layer norm with the channels moved last and back again.";
}
