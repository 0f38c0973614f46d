/** Dialects of services with public documentation. */
import cloudflare from "./cloudflare.json";
import digitalocean from "./digitalocean.json";
import dnsimple from "./dnsimple.json";
import gandi from "./gandi.json";
import godaddy from "./godaddy.json";
import hetzner from "./hetzner.json";
import ionos from "./ionos.json";
import nameCom from "./name.com.json";
import netlify from "./netlify.json";
import njalla from "./njalla.json";
import porkbun from "./porkbun.json";
import vercel from "./vercel.json";

export const dialects: Readonly<Record<string, unknown>> = {
  ...{ cloudflare, digitalocean, dnsimple, gandi, godaddy, hetzner, ionos, "name.com": nameCom, netlify, njalla },
  ...{ porkbun, vercel },
};
