#!/usr/bin/env python3
"""Writes the example models of this folder. Run it here: python3 make_models.py

Every nominal pose is computed in closed form (circle intersections), so that each loop closes to rounding.
Lengths in m, angles in rad. Planar models lie in the x-z plane; their hinges turn about -y, so that a
positive angle lifts x towards z.
"""
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from pathlib import Path

DENSITY = 2700.0  # aluminium, kg/m^3
COLOURS = {
    "steel": "#8FA3BD", "teal": "#7FB0A6", "sand": "#C2A878", "lilac": "#A99BC4", "rose": "#C4938E",
    "grey": "#B3B8C2", "slate": "#4A5261", "light": "#D9DEE6",
}
HINGE = "0 -1 0"
QUARTER = round(pi / 2, 12)  # turns a cylinder's z to y; only drawn


def num(x):
    text = repr(float(x) + 0.0)
    return text[:-2] if text.endswith(".0") else text


def vec(*values):
    return " ".join(num(v) for v in values)


def rgba(name):
    h = COLOURS[name]
    return " ".join(f"{int(h[i:i + 2], 16) / 255:.4f}" for i in (1, 3, 5)) + " 1"


# ---- shapes: (geometry, xyz, rpy, colour) --------------------------------------------------------------------
def box(size, xyz, colour, rpy=(0, 0, 0)):
    return f'<box size="{vec(*(round(s, 9) for s in size))}"/>', xyz, tuple(round(r, 12) for r in rpy), colour


def disc(radius, length, xyz, colour, rpy=(QUARTER, 0, 0)):
    """A cylinder along y, as hinges have it; rpy (0, 0, 0) makes it stand along z."""
    return f'<cylinder radius="{num(round(radius, 9))}" length="{num(round(length, 9))}"/>', xyz, rpy, colour


def ball(radius, xyz, colour):
    return f'<sphere radius="{num(round(radius, 9))}"/>', xyz, (0, 0, 0), colour


def post(x):
    return [box((0.05, 0.03, 0.03), (x, 0, -0.015), "light"), disc(0.014, 0.036, (x, 0, 0), "slate")]


def ground_plate(span, centre):
    return box((span, 0.09, 0.012), (centre, 0, -0.036), "light")


def segment(start, end, width, thick):
    """Mass, centre and inertia about it (xx, xz, yy, zz) of a flat bar between two points (x, z)."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dz = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    m = DENSITY * length * width * thick
    along, flat = m * (width**2 + thick**2) / 12, m * (length**2 + thick**2) / 12
    tensor = (dx * dx * along + dz * dz * flat, (along - flat) * dx * dz, m * (length**2 + width**2) / 12,
              dz * dz * along + dx * dx * flat)
    return m, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), tensor


class Model:
    def __init__(self, name, about):
        self.name, self.about = name, about
        self.links, self.joints, self.closures, self.nominal = [], [], [], []

    # ---- links -------------------------------------------------------------------------------------------
    def link(self, name, visuals=(), mass=None, com=(0, 0, 0), inertia=None):
        """inertia: xx, xy, xz, yy, yz, zz about the centre of mass."""
        self.links.append((name, list(visuals), mass, com, inertia))

    def flat(self, name, corners, edges, colour, width, thick, layer):
        """One body of flat bars with round ends and dark pins at the corners (x, z); y is its normal."""
        visuals, parts = [], []
        for a, b in edges:
            (x0, z0), (x1, z1) = corners[a], corners[b]
            visuals.append(box((hypot(x1 - x0, z1 - z0), thick, width), ((x0 + x1) / 2, layer, (z0 + z1) / 2), colour,
                               (0, -atan2(z1 - z0, x1 - x0), 0)))
            parts.append(segment(corners[a], corners[b], width, thick))
        for x, z in corners:
            visuals.append(disc(width / 2, thick, (x, layer, z), colour))
            visuals.append(disc(width / 4, thick * 1.9, (x, layer, z), "slate"))
        mass = sum(p[0] for p in parts)
        cx, cz = (sum(p[0] * p[1][n] for p in parts) / mass for n in (0, 1))
        xx = xz = yy = zz = 0.0
        for m, (x, z), (pxx, pxz, pyy, pzz) in parts:
            rx, rz = x - cx, z - cz
            xx, zz = xx + pxx + m * rz * rz, zz + pzz + m * rx * rx
            xz, yy = xz + pxz - m * rx * rz, yy + pyy + m * (rx * rx + rz * rz)
        self.link(name, visuals, mass, (cx, layer, cz), (xx, 0, xz, yy, 0, zz))

    def bar(self, name, length, colour, width=0.02, thick=0.008, layer=0.0):
        """A bar along +x from the origin."""
        self.flat(name, [(0, 0), (length, 0)], [(0, 1)], colour, width, thick, layer)

    def triangle(self, name, corners, colour, width, thick, layer=0.0):
        self.flat(name, corners, [(0, 1), (1, 2), (2, 0)], colour, width, thick, layer)

    def rod(self, name, length, colour, radius):
        """A round rod along +z from the origin, with ball ends."""
        m = DENSITY * pi * radius**2 * length
        side = m * (3 * radius**2 + length**2) / 12
        visuals = [disc(radius, length, (0, 0, length / 2), colour, (0, 0, 0)), ball(radius * 1.8, (0, 0, 0), "slate"),
                   ball(radius * 1.8, (0, 0, length), "slate")]
        self.link(name, visuals, m, (0, 0, length / 2), (side, 0, 0, side, 0, m * radius**2 / 2))

    def cross(self, name, radius, mass):
        """The middle piece of a cardan joint."""
        i = 0.4 * mass * radius**2
        self.link(name, [ball(radius, (0, 0, 0), "grey")], mass, (0, 0, 0), (i, 0, 0, i, 0, i))

    # ---- joints and closures -----------------------------------------------------------------------------
    def joint(self, name, kind, parent, child, xyz=(0, 0, 0), axis=None, q=None, motor=None, limits=None,
              mimic=None, damping=None, rpy=None):
        self.joints.append((name, kind, parent, child, xyz, axis, motor, limits, mimic, damping, rpy))
        if q is not None:
            self.nominal += list(q) if isinstance(q, (tuple, list)) else [q]

    def hinge(self, name, parent, child, xyz, q, **more):
        self.joint(name, "revolute" if more.get("limits") else "continuous", parent, child, xyz, HINGE, q, **more)

    def pin(self, body1, body2, anchor):
        self.closures.append(("pin", body1, body2, anchor, ()))

    def rail(self, body1, body2, x, layer):
        """A planar hinge between two flat bars, at x along the first: an equality with the two in-plane axes."""
        self.closures.append(("equality", body1, body2, (x, layer, 0), ((1, 0, 0), (0, 0, 1))))

    # ---- text --------------------------------------------------------------------------------------------
    def text(self):
        out = ['<?xml version="1.0"?>', f"<!-- {self.about} Written by make_models.py. -->", f'<robot name="{self.name}">']
        for colour in sorted({v[-1] for link in self.links for v in link[1]}):
            out.append(f'  <material name="{colour}"><color rgba="{rgba(colour)}"/></material>')
        for link in self.links:
            out += self._link(*link)
        for joint in self._depth_first(self.links[0][0]):
            out += self._joint(*joint)
        out.append(f'  <constraints nominal_config="{vec(*self.nominal)}">')
        for kind, body1, body2, anchor, axes in self.closures:
            head = f'    <{kind} body1="{body1}" body2="{body2}" anchor="{vec(*anchor)}"'
            out += [head + ">"] if axes else [head + "/>"]
            out += [f'      <axis xyz="{vec(*a)}"/>' for a in axes]
            out += [f"    </{kind}>"] if axes else []
        return "\n".join(out + ["  </constraints>", "</robot>"]) + "\n"

    def _depth_first(self, link):
        for joint in self.joints:
            if joint[2] == link:
                yield joint
                yield from self._depth_first(joint[3])

    def _link(self, name, visuals, mass, com, inertia):
        if not visuals and mass is None:
            return [f'  <link name="{name}"/>']
        out = [f'  <link name="{name}">']
        if mass is not None:
            keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
            tensor = " ".join(f'{k}="{float(v):.6g}"' for k, v in zip(keys, inertia))
            out += ["    <inertial>", f'      <origin xyz="{vec(*(round(c, 9) for c in com))}"/>',
                    f'      <mass value="{mass:.6g}"/>', f"      <inertia {tensor}/>", "    </inertial>"]
        for geometry, xyz, rpy, colour in visuals:
            turn = f' rpy="{vec(*rpy)}"' if any(rpy) else ""
            place = f'<origin xyz="{vec(*(round(c, 9) for c in xyz))}"{turn}/>' if any(xyz) or turn else ""
            out.append(f'    <visual>{place}<geometry>{geometry}</geometry><material name="{colour}"/></visual>')
        return out + ["  </link>"]

    @staticmethod
    def _joint(name, kind, parent, child, xyz, axis, motor, limits, mimic, damping, rpy):
        out = [f'  <joint name="{name}" type="{kind}">', f'    <parent link="{parent}"/>', f'    <child link="{child}"/>']
        turn = f' rpy="{vec(*rpy)}"' if rpy else ""
        if any(xyz) or turn:
            out.append(f'    <origin xyz="{vec(*xyz)}"{turn}/>')
        if axis:
            out.append(f'    <axis xyz="{axis}"/>')
        if motor or limits:
            bounds = f'lower="{num(limits[0])}" upper="{num(limits[1])}" ' if limits else ""
            effort, speed = motor or (0, 20)
            out.append(f'    <limit {bounds}effort="{num(effort)}" velocity="{num(speed)}"/>')
        if damping:
            out.append(f'    <dynamics damping="{num(damping)}"/>')
        if mimic:
            out.append(f'    <mimic joint="{mimic[0]}" multiplier="{num(mimic[1])}" offset="{num(mimic[2])}"/>')
        return out + ["  </joint>"]


# ---- geometry ------------------------------------------------------------------------------------------------
def circles(p, rp, q, rq):
    """The two points at distance rp from p and rq from q."""
    d = hypot(q[0] - p[0], q[1] - p[1])
    a = (d * d + rp * rp - rq * rq) / (2 * d)
    h = sqrt(rp * rp - a * a)
    ux, uz = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    return [(p[0] + a * ux - s * h * uz, p[1] + a * uz + s * h * ux) for s in (1, -1)]


def height(point):
    return point[1]


def angle(a, b):
    return atan2(b[1] - a[1], b[0] - a[0])


def polar(radius, turn):
    return radius * cos(turn), radius * sin(turn)


def local(point, origin, turn):
    x, z = point[0] - origin[0], point[1] - origin[1]
    return x * cos(turn) + z * sin(turn), -x * sin(turn) + z * cos(turn)


def lean(p, q):
    """Angles about x, then y, that turn z into the direction p -> q; and the distance."""
    ux, uy, uz = (q[n] - p[n] for n in range(3))
    length = sqrt(ux * ux + uy * uy + uz * uz)
    return atan2(-uy, uz), asin(ux / length), length


def turned(axis, turn):
    q = [cos(turn / 2), 0, 0, 0]
    q[axis + 1] = sin(turn / 2)
    return q


def product(a, *more):
    for b in more:
        a = (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
             a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])
    return a


def conjugate(q):
    return q[0], -q[1], -q[2], -q[3]


# ---- planar mechanisms ---------------------------------------------------------------------------------------
def four_bar():
    m = Model("four_bar", "Crank-rocker four-bar linkage: the shortest bar can turn all the way round.")
    ground, crank, coupler, rocker, turn = 0.20, 0.06, 0.17, 0.14, 1.1
    a, d = polar(crank, turn), (ground, 0.0)
    b = max(circles(a, coupler, d, rocker), key=height)
    m.link("world", [ground_plate(0.32, 0.1)] + post(0.0) + post(ground))
    m.bar("crank", crank, "steel", layer=-0.022)
    m.bar("coupler", coupler, "teal", layer=-0.031)
    m.bar("rocker", rocker, "sand", layer=-0.022)
    m.hinge("motor", "world", "crank", (0, 0, 0), turn, motor=(2, 30))
    m.hinge("crank_pin", "crank", "coupler", (crank, 0, 0), angle(a, b) - turn)
    m.hinge("rocker_pivot", "world", "rocker", (ground, 0, 0), angle(d, b))
    m.rail("coupler", "rocker", coupler, -0.0265)
    return m


def slider_crank():
    m = Model("slider_crank", "Slider-crank: a turning crank pushes a slider along a rail.")
    crank, rod, turn, middle = 0.05, 0.16, 0.8, 0.15
    a = polar(crank, turn)
    x = a[0] + sqrt(rod * rod - a[1] * a[1])
    m.link("world", [ground_plate(0.36, 0.12), box((0.2, 0.05, 0.012), (0.17, 0, -0.024), "grey")] + post(0.0))
    m.bar("crank", crank, "steel", layer=-0.022)
    m.bar("rod", rod, "teal", width=0.016, layer=-0.031)
    m.link("slider", [box((0.05, 0.036, 0.034), (0, 0, 0), "sand"), disc(0.005, 0.06, (0, -0.008, 0), "slate")], 0.12, (0, 0, 0),
           (2.5e-5, 0, 0, 3.7e-5, 0, 3.8e-5))
    m.hinge("motor", "world", "crank", (0, 0, 0), turn, motor=(2, 30))
    m.hinge("crank_pin", "crank", "rod", (crank, 0, 0), angle(a, (x, 0.0)) - turn)
    m.joint("guide", "prismatic", "world", "slider", (middle, 0, 0), "1 0 0", x - middle, limits=(-0.06, 0.08))
    m.rail("rod", "slider", rod, -0.024)
    return m


def five_bar():
    m = Model("five_bar", "Five-bar linkage with two motors: the end point moves in the plane.")
    half, upper, lower, turn = 0.04, 0.10, 0.16, 2.3
    sides = (("l", -half, turn, "teal", -0.040), ("r", half, pi - turn, "sand", -0.031))
    knees = [(x + polar(upper, t)[0], polar(upper, t)[1]) for _, x, t, _, _ in sides]
    end = max(circles(knees[0], lower, knees[1], lower), key=height)
    m.link("world", [ground_plate(0.26, 0.0)] + post(-half) + post(half))
    for (side, x, t, colour, layer), knee in zip(sides, knees):
        m.bar(f"upper_{side}", upper, "steel", layer=-0.022)
        m.bar(f"lower_{side}", lower, colour, width=0.016, layer=layer)
        m.hinge(f"motor_{side}", "world", f"upper_{side}", (x, 0, 0), t, motor=(2, 30))
        m.hinge(f"elbow_{side}", f"upper_{side}", f"lower_{side}", (upper, 0, 0), angle(knee, end) - t)
    m.rail("lower_l", "lower_r", lower, -0.0355)
    return m


def parallelogram():
    m = Model("parallelogram", "Parallelogram with a redundant third bar: one closure repeats the other.")
    crank, coupler, turn = 0.10, 0.24, 1.2
    m.link("world", [ground_plate(0.36, 0.12)] + post(0.0) + post(coupler / 2) + post(coupler))
    m.bar("crank", crank, "steel", layer=-0.022)
    m.bar("coupler", coupler, "teal", layer=-0.031)
    m.bar("follower", crank, "sand", layer=-0.022)
    m.bar("third_bar", crank, "lilac", layer=-0.022)
    m.hinge("motor", "world", "crank", (0, 0, 0), turn, motor=(2, 30))
    m.hinge("crank_pin", "crank", "coupler", (crank, 0, 0), -turn)
    m.hinge("follower_pivot", "world", "follower", (coupler, 0, 0), turn)
    m.hinge("third_pivot", "world", "third_bar", (coupler / 2, 0, 0), turn)
    m.rail("coupler", "follower", coupler, -0.0265)
    m.rail("coupler", "third_bar", coupler / 2, -0.0265)
    return m


def gripper():
    m = Model("gripper", "Two-finger gripper: each finger is a parallelogram, and one finger mimics the other.")
    knuckle, aside, above, turn = 0.06, 0.018, 0.02, 1.9
    m.link("world", [box((0.11, 0.03, 0.07), (0, 0, -0.025), "light"), disc(0.032, 0.05, (0, 0, -0.085), "slate", (0, 0, 0))])
    for side, s, colour in (("l", -1, "teal"), ("r", 1, "sand")):
        x, t = s * 0.03, turn if s < 0 else pi - turn
        limits = (0.9, 2.3) if s < 0 else (pi - 2.3, pi - 0.9)
        leader = None if s < 0 else ("knuckle_l_joint", -1.0, pi)
        finger = [box((0.012, 0.03, 0.05), (-s * 0.006, 0, 0.035), colour), box((0.026, 0.02, 0.03), (s * 0.006, 0, 0.010), colour),
                  box((0.004, 0.028, 0.046), (-s * 0.0135, 0, 0.036), "slate"), disc(0.005, 0.056, (0, 0, 0), "slate"),
                  disc(0.005, 0.056, (s * aside, 0, above), "slate")]
        m.bar(f"knuckle_{side}", knuckle, "steel", width=0.014, thick=0.008, layer=-0.021)
        m.link(f"finger_{side}", finger, 0.06, (0, 0, 0.03), (2e-5, 0, 0, 2e-5, 0, 5e-6))
        m.bar(f"link_{side}", knuckle, "grey", width=0.012, thick=0.008, layer=0.021)
        m.hinge(f"knuckle_{side}_joint", "world", f"knuckle_{side}", (x, 0, 0), t, motor=None if leader else (5, 8), limits=limits,
                mimic=leader)
        m.hinge(f"finger_{side}_joint", f"knuckle_{side}", f"finger_{side}", (knuckle, 0, 0), -t)
        m.hinge(f"link_{side}_joint", "world", f"link_{side}", (x + s * aside, 0, above), t)
        m.rail(f"link_{side}", f"finger_{side}", knuckle, 0.021)
    return m


# ---- legged machines -----------------------------------------------------------------------------------------
def minitaur():
    m = Model("minitaur", "Quadruped with eight direct-drive motors; each leg is a five-bar linkage that closes at its toe.")
    upper, lower, spread = 0.10, 0.20, 1.15
    toe = (0.0, -upper * cos(spread) - sqrt(lower**2 - (upper * sin(spread))**2))
    m.link("base_chassis", [box((0.42, 0.14, 0.05), (0, 0, 0), "light"), box((0.30, 0.19, 0.034), (0, 0, 0), "light")], 3.2,
           (0, 0, 0), (0.0105, 0, 0, 0.048, 0, 0.055))
    m.nominal += [0, 0, 0.30, 1, 0, 0, 0]
    m.link("deck", [box((0.20, 0.10, 0.014), (0, 0, 0), "steel"), box((0.10, 0.05, 0.006), (-0.02, 0, 0.009), "slate")], 0.25,
           (0, 0, 0), (2.6e-4, 0, 0, 8.4e-4, 0, 1.1e-3))
    m.joint("deck_mount", "fixed", "base_chassis", "deck", (0, 0, 0.031))
    for leg, sx, sy in (("fl", 1, 1), ("fr", 1, -1), ("bl", -1, 1), ("br", -1, -1)):
        hip = (sx * 0.18, sy * 0.105, 0)
        for side, s, depth, colour, layers in (("l", -1, 0.0, "teal", (0.055, 0.066)), ("r", 1, 0.032, "sand", (0.088, 0.077))):
            name, t = f"{side}_{leg}", -pi / 2 + s * spread
            shaft = [disc(0.043, 0.030, (0, sy * depth, 0), "slate")]
            m.link(f"housing_{name}", shaft, 0.22, (0, sy * depth, 0), (1.2e-4, 0, 0, 2.0e-4, 0, 1.2e-4))
            m.joint(f"housing_{name}_mount", "fixed", "base_chassis", f"housing_{name}", hip)
            m.bar(f"upper_{name}", upper, "steel", width=0.022, thick=0.009, layer=sy * layers[0])
            m.bar(f"lower_{name}", lower, colour, width=0.018, thick=0.009, layer=sy * layers[1])
            m.hinge(f"motor_{name}", "base_chassis", f"upper_{name}", hip, t, motor=(3.5, 40))
            m.hinge(f"knee_{name}", f"upper_{name}", f"lower_{name}", (upper, 0, 0), angle(polar(upper, t), toe) - t, damping=0.001)
        m.rail(f"lower_l_{leg}", f"lower_r_{leg}", lower, sy * 0.0715)
    m.link("imu_link")
    m.joint("imu", "fixed", "base_chassis", "imu_link", (0.05, 0, 0.025))
    return m


JANSEN = dict(a=38, b=41.5, c=39.3, d=40.1, e=55.8, f=39.4, g=36.7, h=65.7, i=49, j=50, k=61.9, l=7.8, m=15)


def strandbeest():
    m = Model("strandbeest", "Walking machine with Theo Jansen's leg: 12 legs on one crank, 36 loops.")
    n = {key: value * 0.01 for key, value in JANSEN.items()}  # one published unit = 1 cm
    phases, pitch = [0, 2 * pi / 3, 4 * pi / 3, pi / 3, pi, 5 * pi / 3], 0.17
    places = [((p - 2.5) * pitch, phase) for p, phase in enumerate(phases)]
    width = 6 * pitch + 0.06
    frame = [disc(0.013, width, (s * n["a"], 0, -n["l"]), "light") for s in (-1, 1)]
    frame += [box((2 * n["a"] + 0.05, 0.02, 0.045), (0, s * width / 2, -n["l"] / 2), "light") for s in (-1, 1)]
    m.link("frame", frame, 8.0, (0, 0, -n["l"] / 2), (0.9, 0, 0, 0.45, 0, 1.2))
    m.nominal += [0, 0, 0.95, 1, 0, 0, 0, 0]
    crank = [disc(0.010, width, (0, 0, 0), "slate")]
    for y, phase in places:
        x, z = polar(n["m"], phase)
        crank.append(disc(0.010, 0.13, (x, y, z), "slate"))
        crank += [box((n["m"] + 0.03, 0.010, 0.034), (x / 2, y + s * 0.07, z / 2), "rose", (0, -phase, 0)) for s in (-1, 1)]
    m.link("crank", crank, 2.4, (0, 0, 0), (0.2, 0, 0, 0.03, 0, 0.2))
    m.hinge("crank_motor", "frame", "crank", (0, 0, 0), None, motor=(60, 12))
    legs = [jansen_leg(m, f"{p}{side}", s, y + s * 0.03, phase, n) for p, (y, phase) in enumerate(places, start=1)
            for s, side in ((-1, "l"), (1, "r"))]
    for pins, _ in legs:      # depth first: what hangs on the crank comes before what hangs on the frame
        m.nominal += pins
    for _, pivots in legs:
        m.nominal += pivots
    return m


def jansen_leg(m, name, s, y, phase, n):
    """One leg; the published drawing is the one on the -x side, the other is its mirror image. Returns the
    angles of the joints on the crank and of those on the frame."""
    mirror = lambda p: (-s * p[0], p[1])
    pin, pivot = mirror(polar(n["m"], phase)), (-n["a"], -n["l"])
    top = max(circles(pin, n["j"], pivot, n["b"]), key=height)
    low = min(circles(pin, n["k"], pivot, n["c"]), key=height)
    out = min(circles(pivot, n["d"], top, n["e"]))
    knee = min(circles(out, n["f"], low, n["g"]), key=sum)
    foot = min(circles(knee, n["h"], low, n["i"]), key=height)
    if s > 0:
        pin, pivot, top, low, out, knee, foot = map(lambda p: (-p[0], p[1]), (pin, pivot, top, low, out, knee, foot))
    bde, c, j, k = angle(pivot, top), angle(pivot, low), angle(pin, top), angle(pin, low)
    f, ghi = angle(out, knee), angle(low, knee)
    corner, tip = local(out, pivot, bde), local(foot, low, ghi)
    w, t = 0.022, 0.009
    m.bar(f"j_{name}", n["j"], "sand", w, t, layer=0.011)
    m.bar(f"k_{name}", n["k"], "sand", w, t, layer=-0.022)
    m.triangle(f"bde_{name}", [(0, 0), (n["b"], 0), corner], "steel", w, t)
    m.bar(f"f_{name}", n["f"], "lilac", w, t, layer=0.011)
    m.bar(f"c_{name}", n["c"], "grey", w, t, layer=-0.011)
    m.triangle(f"ghi_{name}", [(0, 0), (n["g"], 0), tip], "teal", w, t)
    m.hinge(f"j_{name}_pin", "crank", f"j_{name}", (polar(n["m"], phase)[0], y, polar(n["m"], phase)[1]), None)
    m.hinge(f"k_{name}_pin", "crank", f"k_{name}", (polar(n["m"], phase)[0], y, polar(n["m"], phase)[1]), None)
    m.hinge(f"bde_{name}_pivot", "frame", f"bde_{name}", (pivot[0], y, pivot[1]), None)
    m.hinge(f"f_{name}_pin", f"bde_{name}", f"f_{name}", (corner[0], 0, corner[1]), None)
    m.hinge(f"c_{name}_pivot", "frame", f"c_{name}", (pivot[0], y, pivot[1]), None)
    m.hinge(f"ghi_{name}_pin", f"c_{name}", f"ghi_{name}", (n["c"], 0, 0), None)
    m.rail(f"j_{name}", f"bde_{name}", n["j"], 0.0055)
    m.rail(f"k_{name}", f"c_{name}", n["k"], -0.0165)
    m.rail(f"f_{name}", f"ghi_{name}", n["f"], 0.0055)
    return [j, k], [bde, f - bde, c, ghi - c]


# ---- parallel robots -----------------------------------------------------------------------------------------
def stewart():
    m = Model("stewart", "Stewart platform: six actuated struts, cardan joints below, ball joints above.")
    base_r, top_r, up, rest = 0.25, 0.15, 0.32, 0.33
    feet = [(*polar(base_r, t * pi / 180), 0.0) for t in (-8, 8, 112, 128, 232, 248)]
    tops = [(*polar(top_r, t * pi / 180), up) for t in (-50, 50, 70, 170, 190, 290)]
    m.link("world", [disc(base_r + 0.03, 0.016, (0, 0, -0.026), "light", (0, 0, 0))] + [ball(0.018, p, "slate") for p in feet])
    for n, (foot, top) in enumerate(zip(feet, tops), start=1):
        alpha, beta, length = lean(foot, top)
        m.cross(f"cross_{n}", 0.012, 0.02)
        m.link(f"cylinder_{n}", [disc(0.016, 0.20, (0, 0, 0.12), "steel", (0, 0, 0))], 0.30, (0, 0, 0.12), (1.1e-3, 0, 0, 1.1e-3, 0, 4e-5))
        m.link(f"piston_{n}", [disc(0.008, 0.20, (0, 0, -0.10), "sand", (0, 0, 0)), ball(0.013, (0, 0, 0), "slate")], 0.15,
               (0, 0, -0.10), (5.2e-4, 0, 0, 5.2e-4, 0, 6e-6))
        m.joint(f"tilt_{n}", "continuous", "world", f"cross_{n}", foot, "1 0 0", alpha)
        m.joint(f"lean_{n}", "continuous", f"cross_{n}", f"cylinder_{n}", (0, 0, 0), "0 1 0", beta)
        m.joint(f"strut_{n}", "prismatic", f"cylinder_{n}", f"piston_{n}", (0, 0, rest), "0 0 1", length - rest, motor=(400, 1),
                limits=(-0.06, 0.10))
        if n == 1:
            middle = (-top[0], -top[1])
            sockets = [ball(0.015, (p[0] + middle[0], p[1] + middle[1], 0), "slate") for p in tops]
            m.link("platform", [disc(top_r + 0.02, 0.014, (*middle, 0.016), "teal", (0, 0, 0))] + sockets, 1.5, (*middle, 0.016),
                   (0.011, 0, 0, 0.011, 0, 0.0215))
            m.joint("ball_1", "spherical", "piston_1", "platform", (0, 0, 0), None,
                    conjugate(product(turned(0, alpha), turned(1, beta))))
        else:
            m.pin(f"piston_{n}", "platform", (0, 0, 0))
    return m


def delta():
    m = Model("delta", "Delta robot: three motors move a platform that never turns.")
    base_r, arm, rod, top_r, half, turn = 0.10, 0.15, 0.32, 0.045, 0.035, 0.35
    m.link("world", [disc(base_r + 0.03, 0.02, (0, 0, 0.036), "light", (0, 0, 0))])
    run = base_r + arm * cos(turn) - top_r            # of a rod, inwards; the arms turn downwards
    fall = sqrt(rod * rod - run * run)
    # The rod as seen from the arm, z turned down: the same for both rods of an arm, and for all three arms.
    sideways, down = -run * cos(turn) + fall * sin(turn), run * sin(turn) + fall * cos(turn)
    alpha, beta, _ = lean((0, 0, 0), (sideways, 0.0, down))
    for n, (phi, colour) in enumerate(((0.0, "teal"), (2 * pi / 3, "sand"), (4 * pi / 3, "lilac")), start=1):
        visuals = [disc(0.022, 0.05, (0, 0, 0), "slate"), box((arm, 0.016, 0.022), (arm / 2, 0, 0), "steel"),
                   disc(0.007, 2 * half + 0.02, (arm, 0, 0), "slate")]
        m.link(f"arm_{n}", visuals, 0.15, (arm / 2, 0, 0), (2e-5, 0, 0, 3e-4, 0, 3e-4))
        m.joint(f"motor_{n}", "revolute", "world", f"arm_{n}", (*polar(base_r, phi), 0), "0 1 0", turn, motor=(6, 20),
                limits=(-0.9, 1.5), rpy=(0, 0, phi) if phi else None)
        for tag, y in (("a", -half), ("b", half)):
            m.cross(f"cross_{n}{tag}", 0.007, 0.005)
            m.rod(f"rod_{n}{tag}", rod, colour, 0.005)
            m.joint(f"elbow_{n}{tag}_x", "continuous", f"arm_{n}", f"cross_{n}{tag}", (arm, y, 0), "1 0 0", alpha, rpy=(pi, 0, 0))
            m.joint(f"elbow_{n}{tag}_y", "continuous", f"cross_{n}{tag}", f"rod_{n}{tag}", (0, 0, 0), "0 1 0", beta, damping=0.0005)
            if (n, tag) == (1, "a"):                  # its corner of the platform, whose axes are the world's
                middle = (-top_r, half)
                discs = [disc(top_r + 0.012, 0.012, (*middle, -0.010), "light", (0, 0, 0)), disc(0.012, 0.04, (*middle, -0.034), "slate", (0, 0, 0))]
                m.link("platform", discs, 0.2, (*middle, -0.014), (1.2e-4, 0, 0, 1.2e-4, 0, 2.2e-4))
                total = product(turned(1, turn), turned(0, pi), turned(0, alpha), turned(1, beta))
                m.joint("wrist", "spherical", "rod_1a", "platform", (0, 0, rod), None, conjugate(total))
            else:
                m.pin(f"rod_{n}{tag}", "platform", (0, 0, rod))
    return m


def main():
    here = Path(__file__).parent
    for make in (four_bar, slider_crank, five_bar, parallelogram, gripper, minitaur, strandbeest, stewart, delta):
        model = make()
        (here / f"{model.name}.urdf").write_text(model.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
