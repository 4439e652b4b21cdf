/** Files of MJCF and SDF with everything that they can have, to be spoiled. */

export const spoilableMjcf = {
  text: `<mujoco model="all">
<compiler angle="degree"/>
<default><geom density="800"/><default class="leg"><joint axis="0 1 0" range="-60 60" damping="0.1"/>
<default class="foot"><geom type="capsule" size="0.03 0.05" friction="0.8"/></default></default></default>
<asset><mesh name="a" file="b.obj" scale="0.1 0.1 0.1"/><mesh name="g" file="e.gltf" scale="0.1 0.1 0.1" refpos="0 0 0.1"/>
<mesh name="t" vertex="0 0 0 0.1 0 0 0 0.1 0 0 0 0.1" face="0 2 1 0 1 3 1 2 3 2 0 3"/></asset>
<worldbody>
<geom type="plane" size="1 1 1"/>
<body name="base" pos="0 0 1" euler="0 0 10"><freejoint name="root"/>
<inertial pos="0 0 0.01" mass="3" diaginertia="0.02 0.03 0.04"/>
<geom type="box" size="0.1 0.2 0.05"/>
<body name="thigh" childclass="leg" pos="0.2 0 0" quat="1 0 0 0"><joint name="hip" pos="0 0 0.02"/>
<joint name="roll" axis="1 0 0" ref="5" stiffness="2"/>
<geom type="cylinder" fromto="0 0 0 0 0 -0.3" size="0.02"/>
<frame pos="0 0 -0.3"><body name="shank"><joint name="knee" armature="0.01" frictionloss="0.1"/><geom class="foot"/>
<site name="s" pos="0 0 -0.1"/></body></frame>
</body>
<body name="arm" pos="-0.2 0 0"><joint name="slide" type="slide" axis="1 0 0" range="0 0.1"/><geom type="mesh" mesh="a"/>
<body name="ball" pos="0 0 0.1"><joint name="swivel" type="ball"/><geom type="ellipsoid" size="0.02 0.03 0.04"/></body></body>
<body name="head" pos="0 0 0.2"><joint name="nod"/><geom type="mesh" mesh="g" mass="0.2"/><geom type="mesh" mesh="t" pos="0 0 0.3"/></body>
</body>
<include file="more.xml"/>
</worldbody>
<equality><joint joint1="nod" joint2="hip" polycoef="0 0.5 0 0 0"/></equality>
<contact><exclude body1="base" body2="arm"/></contact>
<actuator><motor joint="hip"/><position joint="knee" kp="20"/><general joint="slide" gainprm="5" biastype="affine" biasprm="0 -5 -1"/>
</actuator>
</mujoco>
`,
  files: {
    "more.xml": `<mujocoinclude>
<body name="box" pos="1 0 1"><freejoint/><geom type="sphere" size="0.1"/></body>
</mujocoinclude>
`,
  },
};

const INERTIAL =
  "<inertial><pose>0 0 0.01 0 0 0</pose><mass>1.5</mass>\n<inertia><ixx>0.01</ixx><iyy>0.02</iyy><izz>0.015</izz>" +
  "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>";

export const spoilableSdf = {
  text: `<?xml version="1.0"?>
<sdf version="1.9">
<world name="w">
<model name="ground"><static>true</static><link name="floor"><collision name="c"><geometry><plane><normal>0 0 1</normal></plane>
</geometry></collision></link></model>
<model name="m"><pose>0 0 1 0 0 0.1</pose>
<link name="base">${INERTIAL}
<collision name="c"><geometry><box><size>0.2 0.3 0.1</size></box></geometry>
<surface><friction><ode><mu>0.6</mu></ode></friction></surface></collision></link>
<link name="arm"><pose relative_to="mount">0 0 0.2 0 0 0</pose>${INERTIAL}
<collision name="c"><pose>0 0 0.1 0 0 0</pose><geometry><cylinder><radius>0.02</radius><length>0.3</length></cylinder></geometry>
</collision></link>
<link name="hand"><pose relative_to="arm">0.3 0 0 0 0 0</pose>${INERTIAL}
<collision name="c"><geometry><mesh><uri>e.gltf</uri><scale>0.1 0.1 0.1</scale></mesh></geometry></collision></link>
<link name="wheel"><pose>0 0.3 0 0 0 0</pose>${INERTIAL}
<collision name="c"><geometry><sphere><radius>0.05</radius></sphere></geometry></collision></link>
<frame name="mount" attached_to="base"><pose>0.1 0 0 0 0 0.2</pose></frame>
<joint name="shoulder" type="revolute"><parent>base</parent><child>arm</child><pose>0 0 -0.1 0 0 0</pose>
<axis><xyz expressed_in="base">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit><dynamics><damping>0.1</damping></dynamics>
</axis></joint>
<joint name="wrist" type="universal"><parent>arm</parent><child>hand</child>
<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
<joint name="hub" type="ball"><parent>base</parent><child>wheel</child></joint>
<link name="nut"><pose>0.2 0.3 0 0 0 0</pose>${INERTIAL}</link>
<joint name="nut" type="screw"><parent>base</parent><child>nut</child><screw_thread_pitch>0.01</screw_thread_pitch>
<axis><xyz>0 0 1</xyz><mimic joint="shoulder"><multiplier>2</multiplier><offset>0.1</offset><reference>0</reference></mimic></axis></joint>
</model>
<include><uri>model://part</uri><pose>1 1 1 0 0 0</pose></include>
</world>
</sdf>
`,
  files: {
    "model://part": `<sdf version="1.7"><model name="part"><link name="a">${INERTIAL}
<collision name="c"><geometry><capsule><radius>0.05</radius><length>0.1</length></capsule></geometry></collision></link></model></sdf>
`,
  },
};
